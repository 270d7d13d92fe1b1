import { openPopup, type Popup } from '../../lib/browser/popup.ts'

/** A provider's page may stand in a window of this name: ours, or one that the player opened by our link. */
export const PAYMENT_WINDOW = 'playhub-payment'

/** Must be called while a press is being handled. @returns null when the browser refuses */
export function openPaymentWindow(): Popup | null {
  return openPopup(PAYMENT_WINDOW)
}

/**
 * Whether this very window showed a provider's page and was sent back by it. The screen that opened it goes on; when
 * that is gone, the player goes on here.
 */
export function isReturnedWindow(): boolean {
  return window.name === PAYMENT_WINDOW && Boolean(window.opener) && !window.opener.closed
}
