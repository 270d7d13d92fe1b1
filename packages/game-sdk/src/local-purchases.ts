import type { ConsumeResult, Purchase } from '@playhub/contract/bridge-protocol'
import { PlayhubError } from './error.ts'

const STORAGE_KEY = 'playhub:local-purchases'

/** The purchases of local mode, kept in this browser so that an interrupted one is found at the next start. */
export function createPurchaseShelf() {
  let inMemory: Purchase[] = []

  function read(): Purchase[] {
    try {
      const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
      return Array.isArray(stored) ? stored : []
    } catch {
      return inMemory // storage is blocked in this frame, or somebody else's words are in it
    }
  }

  function write(purchases: Purchase[]): void {
    inMemory = purchases
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(purchases))
    } catch {
      // blocked storage: memory has to do
    }
  }

  return {
    add(itemId: string): Purchase {
      const createdAt = Date.now()
      const id = `local-${createdAt}-${Math.random().toString(36).slice(2, 8)}`
      const purchase: Purchase = { id, itemId, state: 'granted', createdAt }
      write([...read(), purchase])
      return purchase
    },
    unconsumed: (): Purchase[] => read().filter(({ state }) => state === 'granted'),
    consume(id: string): ConsumeResult {
      const purchases = read()
      const purchase = purchases.find((candidate) => candidate.id === id)
      if (!purchase) throw new PlayhubError('UNKNOWN_PURCHASE', `No local purchase has the id "${id}"`)
      const alreadyConsumed = purchase.state === 'consumed'
      purchase.state = 'consumed'
      write(purchases)
      return { id, alreadyConsumed }
    },
  }
}
