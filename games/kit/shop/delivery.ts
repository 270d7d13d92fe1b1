import type { Hub, Purchase } from '@playhub/game-sdk'
import type { PlayerSaves, SaveBase } from '../player-saves.ts'

/** Delivery's dependencies on a game and its hub. */
export interface DeliveryDeps<Save extends SaveBase> {
  readonly hub: Pick<Hub, 'getPurchases' | 'consumePurchase'>
  readonly saves: PlayerSaves<Save>
  /** @returns the save with the item in it; null when this game version does not know the item. */
  giveItem(save: Save, itemId: string): Save | null
  /**
   * True when the player keeps the item for good: its purchase is never consumed, so every browser gets it.
   */
  isKept?(itemId: string): boolean
}

/**
 * Gives an item, saves, then consumes the purchase, unless the item is kept. Idempotent, and safe to repeat after an
 * interruption at any point.
 * @returns whether the save has a new item.
 */
export async function deliver<Save extends SaveBase>(
  { hub, saves, giveItem, isKept }: DeliveryDeps<Save>,
  purchase: Purchase,
): Promise<boolean> {
  const before = saves.current()
  const wasGranted = before.grantedPurchases.includes(purchase.id)
  const given = wasGranted ? null : giveItem(before, purchase.itemId)
  if (!given && !wasGranted) return false
  const isStored = await saves.update(() =>
    given ? { ...given, grantedPurchases: [...before.grantedPurchases, purchase.id] } : before,
  )
  // Not consumed where nothing is stored, or when this call fails: the hub then lists the purchase at the next start.
  if (isStored && !isKept?.(purchase.itemId)) await hub.consumePurchase(purchase.id).catch(() => {})
  return given !== null
}

/**
 * Delivers every paid, unconsumed purchase, such as one interrupted by a closed tab.
 * @returns the purchases with a new item.
 */
export async function deliverPending<Save extends SaveBase>(deps: DeliveryDeps<Save>): Promise<Purchase[]> {
  const delivered: Purchase[] = []
  for (const purchase of await deps.hub.getPurchases()) {
    if (purchase.state !== 'granted') continue
    if (await deliver(deps, purchase)) delivered.push(purchase)
  }
  return delivered
}
