import { maxSavesBytes } from '@playhub/contract/saves/limits'

/** A `Storage` whose items are one save of the player. Reads and writes at once. */
export interface GameStorage {
  readonly length: number
  getItem(key: string): string | null
  /** Throws a `QuotaExceededError` when the items have more than a megabyte. */
  setItem(key: string, value: string): void
  removeItem(key: string): void
  clear(): void
  key(index: number): string | null
}

/** A storage's contents, as its own properties. */
export type Items = Record<string, string>

/**
 * Items are properties, too: `storage.level = 3`.
 * @param onChange  Runs after each change by the game.
 * @returns the items as well, which change without a call
 */
export function createStorage(
  onChange: () => void,
  maxBytes: number = maxSavesBytes,
): { storage: GameStorage; items: Items } {
  const items = { __proto__: null } as unknown as Items
  /** A lower bound, so not every change measures all items. */
  let freeBytes = 0
  const functions: GameStorage = {
    get length() {
      return Object.keys(items).length
    },
    getItem: (key) => items[key] ?? null,
    setItem(key, value) {
      storage[key] = value
    },
    removeItem(key) {
      delete storage[key]
    },
    clear() {
      replaceItems(items, null)
      onChange()
    },
    key: (index) => Object.keys(items)[index] ?? null,
  }
  const storage = new Proxy(items, {
    // An item may have the name of a function.
    get: (_items, key: keyof GameStorage) => functions[key] ?? items[key],
    set(_items, key: string, value) {
      const text = `${value}`
      // Six bytes for quotes, and for an escaped character.
      freeBytes -= 6 * (key.length + text.length + 1)
      if (freeBytes < 0) freeBytes = maxBytes - measureItems({ ...items, [key]: text })
      if (freeBytes < 0) throw new DOMException('The hub saves a megabyte.', 'QuotaExceededError')
      items[key] = text
      onChange()
      return true
    },
    deleteProperty(_items, key: string) {
      delete items[key]
      onChange()
      return true
    },
  })
  return { storage: storage as unknown as GameStorage, items }
}

/** @returns bytes of the save */
export const measureItems = (items: object): number => new Blob([JSON.stringify(items)]).size

/** Fills the items from a save's value. */
export function replaceItems(items: Items, value: unknown): void {
  for (const key of Object.keys(items)) delete items[key]
  Object.assign(items, value)
}
