import { openPopup, type Popup } from '../../lib/browser/popup.ts'
import { tabStore } from '../../lib/browser/storage.ts'
import { readHubContext } from '../../lib/context/hub-context.ts'

/** The window name for a provider's page, whether we opened it or the player did by our link. */
export const PAYMENT_WINDOW = 'playhub-payment'
const REDIRECTED_KEY = 'playhub-redirected-payment'

/**
 * The window from a press on Pay; null when the browser blocked it or the provider needs none. Undefined while the
 * player has not pressed Pay.
 */
export type PaymentPopup = Popup | null | undefined

/** Must be called while a click is handled. @returns null when the browser blocks the window. */
export function openPaymentWindow(): Popup | null {
  // Mobile apps cannot show a second page.
  return isInApp() ? null : openPopup(PAYMENT_WINDOW)
}

export const isInApp = () => readHubContext().source === 'mobile'

/** True in a window back from a provider's page, while its opener still exists. */
export function isReturnedPaymentWindow(): boolean {
  return window.name === PAYMENT_WINDOW && Boolean(window.opener) && !window.opener.closed
}

/** Opens a provider's page in this tab. The provider redirects back without a result. */
export function redirectToProvider(paymentId: string, url: string): void {
  tabStore.set(REDIRECTED_KEY, paymentId)
  window.location.assign(url)
}

/** True once when the player returns from a provider's page in this tab and must see the result. */
export function consumeProviderReturn(paymentId: string): boolean {
  const isReturn = tabStore.get(REDIRECTED_KEY) === paymentId
  if (isReturn) tabStore.remove(REDIRECTED_KEY)
  return isReturn || new URLSearchParams(location.search).has('payment_intent')
}
