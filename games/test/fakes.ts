import type { Purchase } from '@playhub/game-sdk'
import { openPlayerSaves, type SaveBase, type SaveFormat } from '../kit/player-saves.ts'

/** A hub's saves; several games may open them. */
export function createFakeSaves(stored: Record<string, unknown> = {}) {
  let isReachable = true
  const values = new Map(Object.entries(stored))
  return {
    values,
    fail() {
      isReachable = false
    },
    player: { id: 'anna' },
    saves: {
      get: async (key: string) => structuredClone(values.get(key) ?? null) as never,
      set: async (key: string, value: unknown) => {
        if (!isReachable) throw new Error('The hub cannot store it')
        values.set(key, structuredClone(value))
        return { state: 'saved' as const, version: 1 }
      },
    },
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

/** A game's save, as it opens what the hub has stored. */
export async function openStored<Save extends SaveBase>(
  format: SaveFormat<Save>,
  stored: object,
): Promise<Save> {
  return (await openPlayerSaves(format, createFakeSaves({ [format.game]: stored }))).current()
}
