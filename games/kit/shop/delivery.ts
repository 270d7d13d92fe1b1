import type { Hub, Purchase } from '@playhub/game-sdk'
import type { Granting } from '../save-store.ts'

/** Where delivery puts things: the player's save, read and written as one. */
export interface Chest<Save extends Granting> {
  read(): Save
  /** @returns whether it is kept for good; a purchase is consumed only then, so that the hub remembers otherwise. */
  write(save: Save): boolean
  /** The save with the item in it; null when this version of the game does not know the item. */
  give(save: Save, itemId: string): Save | null
}

type Counter = Pick<Hub, 'getPurchases' | 'consumePurchase'>

/**
 * Gives the item, saves, then tells the hub it is consumed; safe to repeat at any point.
 * @returns whether something new was given.
 */
export async function deliver<Save extends Granting>(
  hub: Counter,
  chest: Chest<Save>,
  purchase: Purchase,
): Promise<boolean> {
  const before = chest.read()
  const isKnown = before.grantedPurchases.includes(purchase.id)
  const given = isKnown ? null : chest.give(before, purchase.itemId)
  if (!given && !isKnown) return false
  const isKept = chest.write(
    given ? { ...given, grantedPurchases: [...before.grantedPurchases, purchase.id] } : before,
  )
  // When the hub does not hear it, it tells of this purchase again at the next start.
  if (isKept) await hub.consumePurchase(purchase.id).catch(() => {})
  return given !== null
}

/**
 * Delivers what an interrupted purchase left: paid, not consumed.
 * @returns the purchases that gave something new.
 */
export async function deliverPending<Save extends Granting>(
  hub: Counter,
  chest: Chest<Save>,
): Promise<Purchase[]> {
  const delivered: Purchase[] = []
  for (const purchase of await hub.getPurchases()) {
    if (purchase.state !== 'granted') continue
    if (await deliver(hub, chest, purchase)) delivered.push(purchase)
  }
  return delivered
}
