import { type EventCode, eventCodes, type ResultEnvelope } from '@playhub/contract/events'

/** The player's exit from the payment screen. `none`: cancelled, or there was nothing to pay. */
export type PaymentResult = {
  status: 'paid' | 'none' | 'fail' | 'pending'
  purchaseId?: string
  /** The item's project, once the payment has loaded. */
  project?: string
  /** Why the payment could not be opened; by default the status decides. */
  errorCode?: EventCode
}

const errorCodes: Record<PaymentResult['status'], EventCode | null> = {
  paid: null,
  pending: null,
  none: eventCodes.PAYMENT_CANCELLED,
  fail: eventCodes.PAYMENT_DECLINED,
}

/**
 * A payment result as games, apps and embedding sites receive it.
 * @param paymentId  Null when the game named none.
 */
export function paymentEnvelope(paymentId: string | null, result: PaymentResult): ResultEnvelope {
  const { status, purchaseId } = result
  const errorCode = result.errorCode ?? errorCodes[status]
  const data = { paymentId, status, purchaseId: purchaseId ?? null }
  return { type: 'PAYMENT_RESULT', data, isError: errorCode !== null, errorCode }
}
