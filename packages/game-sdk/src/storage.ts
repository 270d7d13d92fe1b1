/** A `Storage` whose items are one save of the player. Reads and writes at once. */
export interface GameStorage {
  readonly length: number
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  clear(): void
  key(index: number): string | null
}

/** @param onChange  Runs after each change by the game. */
export function createStorage(items: Map<string, string>, onChange: () => void): GameStorage {
  return {
    get length() {
      return items.size
    },
    getItem: (key) => items.get(`${key}`) ?? null,
    setItem(key, value) {
      items.set(`${key}`, `${value}`)
      onChange()
    },
    removeItem(key) {
      if (items.delete(`${key}`)) onChange()
    },
    clear() {
      items.clear()
      onChange()
    },
    key: (index) => [...items.keys()][index] ?? null,
  }
}

/** Fills the items from a save's value. */
export function replaceItems(items: Map<string, string>, value: unknown): void {
  items.clear()
  for (const [key, item] of Object.entries(value ?? {})) items.set(key, item)
}
