import { openPopup, type Popup } from '../../lib/browser/popup.ts'
import { tabStore } from '../../lib/browser/storage.ts'

/** The name of the window that shows a provider's page, whether we opened it or the player did by our link. */
export const PAYMENT_WINDOW = 'playhub-payment'
const REDIRECTED_KEY = 'playhub-redirected-payment'

/** Must be called while a click is handled. @returns null when the browser blocks the window. */
export function openPaymentWindow(): Popup | null {
  return openPopup(PAYMENT_WINDOW)
}

/** Whether this window showed a provider's page and was redirected back, while the window that opened it still exists. */
export function isReturnedPaymentWindow(): boolean {
  return window.name === PAYMENT_WINDOW && Boolean(window.opener) && !window.opener.closed
}

/** Opens a provider's page in this tab. The provider redirects back without a result. */
export function redirectToProvider(paymentId: string, address: string): void {
  tabStore.set(REDIRECTED_KEY, paymentId)
  window.location.assign(address)
}

/** Whether the player returns from a provider's page in this tab, so that the result must be shown. True once. */
export function consumeProviderReturn(paymentId: string): boolean {
  const isReturn = tabStore.get(REDIRECTED_KEY) === paymentId
  if (isReturn) tabStore.remove(REDIRECTED_KEY)
  return isReturn || new URLSearchParams(location.search).has('payment_intent')
}
