import type { Portal } from './portal.ts'
import { openSaves } from './saves.ts'

/** The save in which the SDK's `storage` keeps its items, too. */
const SAVE_KEY = 'storage'
const storages = new WeakMap<Portal, Promise<Storage>>()

/** A `Storage` that follows the player, also where the browser refuses storage to a frame. */
export function openStorage(portal: Portal): Promise<Storage> {
  const storage = storages.get(portal) ?? createStorage(portal)
  storages.set(portal, storage)
  return storage
}

async function createStorage(portal: Portal): Promise<Storage> {
  const saves = openSaves(portal, SAVE_KEY)
  await saves.loaded
  const items = () => saves.values() as Record<string, string>
  return {
    get length() {
      return Object.keys(items()).length
    },
    key: (index) => Object.keys(items())[index] ?? null,
    getItem: (key) => items()[key] ?? null,
    setItem: (key, value) => saves.replace({ ...items(), [key]: String(value) }),
    removeItem(key) {
      const { [key]: _removed, ...others } = items()
      saves.replace(others)
    },
    clear: () => saves.replace({}),
  }
}
