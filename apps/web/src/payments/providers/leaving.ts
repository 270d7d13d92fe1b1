import { tabStore } from '../../lib/browser/storage.ts'

const key = 'playhub-left-to-pay'

/** The tab goes to a provider's page, and will be sent back here with nothing said. */
export function noteLeaving(paymentId: string): void {
  tabStore.set(key, paymentId)
}

/** Whether the player comes back from a provider's page, so that how the payment ended is news. Told once. */
export function isBackFromPaying(paymentId: string): boolean {
  const isBack = tabStore.get(key) === paymentId
  if (isBack) tabStore.remove(key)
  return isBack || new URLSearchParams(location.search).has('payment_intent')
}
