import { type BridgeErrorCode, bridgeErrors } from '../bridge-protocol.ts'
import { maxSaveKeys, maxSavesBytes } from './limits.ts'

export type CallError = { code: BridgeErrorCode; message: string }

/** @param bytes  The size of the save. */
export const toTooLarge = (bytes: number): CallError => {
  return { code: 'SAVE_TOO_LARGE', message: `${bridgeErrors.SAVE_TOO_LARGE} This one has ${bytes} bytes.` }
}

/** @param used  With the save that does not fit. */
export const toFull = (used: { bytes: number; keys: number }): CallError => {
  return {
    code: 'SAVES_FULL',
    message: `${bridgeErrors.SAVES_FULL} It would be ${used.bytes} bytes and ${used.keys} keys.`,
  }
}

/** The limit broken by a write; undefined when it fits. @param saves  The player's in the game, JSON by key. */
export function findBrokenLimit(
  saves: ReadonlyMap<string, { value: string }>,
  { key, value }: { key: string; value: string | null },
): CallError | undefined {
  if (value === null) return undefined
  const others = [...saves].filter(([name]) => name !== key)
  const bytes = measure([value])
  if (bytes > maxSavesBytes) return toTooLarge(bytes)
  const used = { bytes: bytes + measure(others.map(([, save]) => save.value)), keys: others.length + 1 }
  return used.bytes > maxSavesBytes || used.keys > maxSaveKeys ? toFull(used) : undefined
}

/** UTF-8 bytes. */
const measure = (texts: string[]): number => new Blob(texts).size
