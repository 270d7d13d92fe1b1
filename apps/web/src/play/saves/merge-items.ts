import type { SavedValue } from '@playhub/contract/bridge'

/**
 * Merges two contents of `Playhub.storage`, or of a saved `localStorage` or IndexedDB: this tab's changes since the
 * base go into the other content. Each is a JSON object of strings; null for none.
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

/** True for a JSON object of strings. */
export function isItems(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && Object.values(value).every((item) => typeof item === 'string')
  } catch {
    return false
  }
}

/** Also in another order of the keys, as after a merge. */
export const isSameJson = (one: string | null, other: string | null): boolean =>
  one === other || sortKeys(one) === sortKeys(other)

const sortKeys = (text: string | null): string =>
  JSON.stringify(JSON.parse(text ?? 'null'), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

function readItems(text: string | null): Map<string, unknown> {
  const value: unknown = JSON.parse(text ?? 'null')
  return new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}))
}

export type ItemBases = ReturnType<typeof createItemBases>

/** Possible first contents of a game's items, by key and version. */
export function createItemBases() {
  const byKey = new Map<string, Map<number, string>>()
  return {
    add(key: string, save: SavedValue | null | undefined): void {
      const values = byKey.get(key) ?? new Map<number, string>()
      byKey.set(key, values)
      if (save) values.set(save.version, save.value)
      const [oldest] = values.keys()
      if (values.size > 4 && oldest !== undefined) values.delete(oldest)
    },
    /** The game may go on from it for long. */
    get(key: string, version: number): string | null {
      const values = byKey.get(key)
      const value = values?.get(version) ?? null
      if (value !== null) {
        values?.delete(version)
        values?.set(version, value)
      }
      return value
    },
  }
}
