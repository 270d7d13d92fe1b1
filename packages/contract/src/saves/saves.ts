import * as z from 'zod'
import { maxSavesBytes, saveKeyPattern } from './limits.ts'

export * from './limits.ts'

export const SaveKey = z.string().regex(saveKeyPattern)
/** 0: the save does not exist yet. */
export const SaveVersion = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const SavedAt = z.int().describe("Milliseconds since 1970, by the hub's clock")
const SizeBytes = z.int().describe('UTF-8 bytes of the value')

/** Any length: the hub refuses what is too large with `SAVE_TOO_LARGE`. */
export const SaveValue = z.string().refine(isJson, 'Must be JSON').describe('JSON text')

function isJson(text: string): boolean {
  // Not worth parsing.
  if (text.length > maxSavesBytes) return true
  try {
    JSON.parse(text)
    // A lone surrogate has no UTF-8.
    return !/\p{Surrogate}/u.test(text)
  } catch {
    return false
  }
}

/** A stored write. */
export const StoredSave = z
  .object({
    key: SaveKey,
    version: z.int().describe('Grows with each write, not always by one'),
    savedAt: SavedAt,
    sizeBytes: SizeBytes,
  })
  .meta({ id: 'StoredSave' })
export type StoredSave = z.infer<typeof StoredSave>

export const Save = StoredSave.extend({ value: z.string().describe('JSON text') }).meta({ id: 'Save' })
export type Save = z.infer<typeof Save>

/** Details of `SAVE_CONFLICT`: the save unknown to the write. Null when it has been removed. */
export type SaveConflict = { current: Pick<Save, 'value' | 'version' | 'savedAt'> | null }

/** Details of `SAVES_FULL`. A game has too many keys when the bytes would fit. */
export type SavesFull = { usedBytes: number; limitBytes: number; usedKeys: number; limitKeys: number }

export const GuestSave = z.object({
  key: SaveKey,
  value: SaveValue,
  savedAt: z.int().min(0).describe("Milliseconds since 1970, by the browser's clock"),
})
export type GuestSave = z.infer<typeof GuestSave>

/** Outcome of moving a guest's save. `save` is the account's. */
export const MergedSave = z
  .object({
    state: z
      .enum(['taken', 'same', 'different'])
      .describe(
        '`taken`: the account had none. `different`: the account keeps its own, and the one of the guest is a kept version',
      ),
    save: Save,
  })
  .meta({ id: 'MergedSave' })
export type MergedSave = z.infer<typeof MergedSave>
