import type { Purchase } from '@playhub/game-sdk'
import { createPlayerSaves, type SaveBase, type SaveFormat } from '../kit/player-saves.ts'

/** A stand-in for `localStorage` whose items a test can read and set. */
export function createMemoryStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

export const createPurchase = (id: string, itemId: string): Purchase => ({
  id,
  itemId,
  state: 'granted',
  createdAt: 0,
})

/** A hub's purchase calls; records the consumed ids. */
export function createFakePurchases(purchases: Purchase[] = []) {
  const consumed: string[] = []
  return {
    consumed,
    getPurchases: async () => purchases,
    async consumePurchase(id: string) {
      consumed.push(id)
      return { id, alreadyConsumed: false }
    },
  }
}

/** A game's save, as a browser opens what it has stored. */
export function openStored<Save extends SaveBase>(format: SaveFormat<Save>, stored: object): Save {
  const storage = createMemoryStorage()
  storage.setItem(`${format.game}:guest`, JSON.stringify(stored))
  return createPlayerSaves(format, null, () => storage).current()
}
