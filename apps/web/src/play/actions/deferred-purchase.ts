import type { Money } from '@playhub/contract/money'
import { tabStore } from '../../lib/browser/storage.ts'

const KEY = 'playhub-deferred-purchase'
/** A payment screen opening by itself would surprise the player after half an hour. */
const MAX_AGE_MS = 30 * 60 * 1000

/** The player's intended purchase: an item without an order yet, with the price seen and a code, or an order. */
export type PurchaseIntent = ItemIntent | { paymentId: string }
export type ItemIntent = { itemId: string; expected?: Money | undefined; code?: string | undefined }

type DeferredPurchase = { place: string; intent: PurchaseIntent; at: number }

/**
 * Remembers what a guest wants to buy, so the purchase continues after login.
 * @param place  Where it continues: a game's project, or a hub page.
 */
export function deferPurchase(place: string, intent: PurchaseIntent, now = Date.now()): void {
  tabStore.set(KEY, JSON.stringify({ place, intent, at: now } satisfies DeferredPurchase))
}

/** A deferred purchase waits for this place. */
export const hasDeferredPurchase = (place: string, now = Date.now()): boolean => {
  const deferred = parse(tabStore.get(KEY))
  return deferred?.place === place && now - deferred.at < MAX_AGE_MS
}

/** Returns the deferred purchase, once. @returns null when there is none for this place, or it has expired. */
export function takeDeferredPurchase(place: string, now = Date.now()): PurchaseIntent | null {
  const deferred = parse(tabStore.get(KEY))
  if (deferred?.place !== place) return null
  tabStore.remove(KEY)
  return now - deferred.at < MAX_AGE_MS ? deferred.intent : null
}

function parse(stored: string | null): DeferredPurchase | null {
  try {
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}
