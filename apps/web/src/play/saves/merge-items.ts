import type { SavedValue } from '@playhub/contract/bridge'

/**
 * Merges two contents of `Playhub.storage` or of a saved `localStorage`: what this tab has changed since the base goes
 * into the other content. Each is a JSON object of strings; null for none.
 */
export function mergeItems(mine: string | null, theirs: string | null, base: string | null): string {
  const [own, merged, before] = [readItems(mine), readItems(theirs), readItems(base)]
  for (const key of new Set([...own.keys(), ...before.keys()])) {
    const item = own.get(key)
    if (item === before.get(key)) continue
    if (item === undefined) merged.delete(key)
    else merged.set(key, item)
  }
  return JSON.stringify(Object.fromEntries(merged))
}

/** Whether a text is a JSON object of strings. */
export function isItems(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && Object.values(value).every((item) => typeof item === 'string')
  } catch {
    return false
  }
}

function readItems(text: string | null): Map<string, unknown> {
  const value: unknown = JSON.parse(text ?? 'null')
  return new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}))
}

export type StorageBases = ReturnType<typeof createStorageBases>

/** The contents that the game's storage may have begun with, by version. */
export function createStorageBases() {
  const values = new Map<number, string>()
  return {
    add(save: SavedValue | null | undefined): void {
      if (save) values.set(save.version, save.value)
      const [oldest] = values.keys()
      if (values.size > 4 && oldest !== undefined) values.delete(oldest)
    },
    /** The game may go on from it for long. */
    get(version: number): string | null {
      const value = values.get(version) ?? null
      if (value !== null) {
        values.delete(version)
        values.set(version, value)
      }
      return value
    },
  }
}
