import type { Money } from '@playhub/contract/money'

/** What every provider's form gets, and what it may tell the screen. */
export type CheckoutProps = {
  paymentId: string
  charge: Money
  receiptEmail: string
  /** A payment was open before this form was: it may be further than its start. */
  isResumed: boolean
  /** The provider has opened a payment, under this id of its own. */
  onAttempt: (providerId: string) => void
  /** Something happened, and the server should be asked; `money-moving` when the form believes it is being paid. */
  onHint: (about: 'money-moving' | 'changed') => void
  /** The player closed the provider's window, and the server knows of no end: as far as the screen goes, none. */
  onAbandoned: () => void
  /** Back to the choice of provider and email. */
  onReconsider: () => void
}
