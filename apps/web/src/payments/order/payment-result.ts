/** How the player left the payment screen. `none`: cancelled, or there was nothing to pay. */
export type PaymentResult = {
  status: 'paid' | 'none' | 'fail' | 'pending'
  purchaseId?: string
  /** The game it was for, where the screen got to know it. */
  project?: string
}

/** A page of its own, or a screen over a running game. */
export type PaymentVariant = 'page' | 'overlay'
