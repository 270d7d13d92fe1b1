import { type EventCode, eventCodes, type ResultEnvelope } from '@playhub/contract/events'
import { navigate } from '../../lib/browser/navigation.ts'
import { deliverResult } from '../../lib/embedding/result-delivery.ts'
import type { PaymentResult } from '../order/payment-result.ts'

const codeOf: Record<PaymentResult['status'], EventCode | null> = {
  paid: null,
  pending: null,
  none: eventCodes.PAYMENT_CANCELLED,
  fail: eventCodes.PAYMENT_DECLINED,
}

/** How a payment ended, as games and apps are told. */
export function paymentEnvelope(paymentId: string, { status, purchaseId }: PaymentResult): ResultEnvelope {
  const errorCode = codeOf[status]
  const data = { paymentId, status, purchaseId: purchaseId ?? null }
  return { type: 'PAYMENT_RESULT', data, isError: errorCode !== null, errorCode }
}

/** The end of a payment on a page of its own: whoever waits for it is told, else the player goes on from here. */
export async function finishPayment(
  paymentId: string,
  result: PaymentResult,
  language: string,
): Promise<void> {
  const envelope = paymentEnvelope(paymentId, result)
  const receiver = await deliverResult('/payments/done', () => envelope, result.project).catch(() => null)
  if (receiver === null) navigate(nextAddress(result, language))
  if (receiver !== 'window') return
  window.close()
  navigate('/payments/done', { replace: true })
}

/** What was paid or may still be stands in the history; what was not leads back to the game. */
function nextAddress({ status, project }: PaymentResult, language: string): string {
  if (status === 'paid' || status === 'pending') return '/transactions'
  return project ? `/games/${language}/${project}/` : `/games/${language}/`
}
