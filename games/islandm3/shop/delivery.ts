import type { Hub, Purchase } from '@playhub/game-sdk'
import type { Granting } from './grants.ts'
import { grantPurchase } from './grants.ts'

/** Where delivery puts things: the player's save, read and written as one. */
export interface Chest {
  read(): Granting
  /** @returns whether it is kept for good; a purchase is consumed only then, so that the hub remembers otherwise. */
  write(granting: Granting): boolean
}

type Counter = Pick<Hub, 'getPurchases' | 'consumePurchase'>

/**
 * Gives the item, saves, then tells the hub it is consumed; safe to repeat at any point.
 * @returns whether something new came into the bag.
 */
export async function deliver(hub: Counter, chest: Chest, purchase: Purchase): Promise<boolean> {
  const before = chest.read()
  const granted = grantPurchase(before, purchase)
  const isKnown = before.grantedPurchases.includes(purchase.id)
  if (!granted && !isKnown) return false
  const isKept = chest.write(granted ?? before)
  // When the hub does not hear it, it tells of this purchase again at the next start.
  if (isKept) await hub.consumePurchase(purchase.id).catch(() => {})
  return granted !== null
}

/**
 * Delivers what an interrupted purchase left: paid, not consumed.
 * @returns the purchases that put something new into the bag.
 */
export async function deliverPending(hub: Counter, chest: Chest): Promise<Purchase[]> {
  const delivered: Purchase[] = []
  for (const purchase of await hub.getPurchases()) {
    if (purchase.state !== 'granted') continue
    if (await deliver(hub, chest, purchase)) delivered.push(purchase)
  }
  return delivered
}
