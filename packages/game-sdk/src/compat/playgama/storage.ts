import type { SaveMap } from '../shared/saves.ts'

/** Both kinds of storage are the player's save. */
export function createStorage(saves: SaveMap) {
  const defaultType = 'platform_internal'

  /** Version 1 gives a kind of storage before `parses`, version 2 does not. */
  async function get(keys: string | string[], ...options: unknown[]): Promise<unknown> {
    await saves.loaded
    const parses = !options.includes(false)
    const read = (key: string) => toValue(saves.values()[key] ?? null, parses)
    return Array.isArray(keys) ? keys.map(read) : read(keys)
  }

  async function set(keys: string | string[], values: unknown): Promise<void> {
    if (Array.isArray(keys) && values !== null && !(Array.isArray(values) && values.length === keys.length))
      throw new Error('One value for each key')
    await saves.loaded
    const changed = Array.isArray(keys)
      ? keys.map((key, index) => [key, (values as unknown[] | null)?.[index]])
      : [[keys, values]]
    const all = { ...saves.values(), ...Object.fromEntries(changed) }
    // JSON has no undefined.
    const kept = Object.entries(all).filter(([, value]) => value !== null)
    saves.replace(JSON.parse(JSON.stringify(Object.fromEntries(kept))))
  }

  return {
    defaultType,
    isSupported: () => true,
    isAvailable: () => true,
    get,
    set,
    delete: (keys: string | string[]) => set(keys, null),
  }
}

function toValue(saved: unknown, parses: boolean): unknown {
  if (!parses) return typeof saved === 'object' && saved ? JSON.stringify(saved) : saved
  if (typeof saved !== 'string') return saved
  try {
    return JSON.parse(saved)
  } catch {
    return saved
  }
}
