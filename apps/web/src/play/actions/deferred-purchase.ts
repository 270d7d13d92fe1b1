import { tabStore } from '../../lib/browser/storage.ts'

const KEY = 'playhub-deferred-purchase'
/** After half an hour a payment screen that opens by itself would surprise the player. */
const MAX_AGE_MS = 30 * 60 * 1000

type DeferredPurchase = { project: string; itemId: string; at: number }

/** Remembers what a guest wants to buy, so that the purchase continues after sign-in. */
export function deferPurchase(project: string, itemId: string, now = Date.now()): void {
  tabStore.set(KEY, JSON.stringify({ project, itemId, at: now } satisfies DeferredPurchase))
}

/** Returns the item of the deferred purchase, once. @returns null when there is none for this project. */
export function takeDeferredPurchase(project: string, now = Date.now()): string | null {
  const deferred = parse(tabStore.get(KEY))
  tabStore.remove(KEY)
  return deferred?.project === project && now - deferred.at < MAX_AGE_MS ? deferred.itemId : null
}

function parse(stored: string | null): DeferredPurchase | null {
  try {
    return JSON.parse(stored ?? 'null') as DeferredPurchase | null
  } catch {
    return null
  }
}
