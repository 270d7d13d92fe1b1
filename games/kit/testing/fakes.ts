import type { Purchase } from '@playhub/game-sdk'

/** A stand-in for `localStorage` whose items a test can read and set. */
export function createMemoryStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

export const purchaseOf = (id: string, itemId: string): Purchase => ({
  id,
  itemId,
  state: 'granted',
  createdAt: 0,
})

/** The purchase calls of a hub; records the ids that were consumed. */
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
