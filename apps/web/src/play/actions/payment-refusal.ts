import { eventCodes } from '@playhub/contract/events'
import { call } from '../../lib/api/api.ts'
import { readErrorCode, showErrorToast } from '../../lib/feedback/load.ts'
import { showToast } from '../../lib/feedback/show-toast.ts'
import type { PaymentResult } from '../../payments/order/payment-result.ts'

type Reason = 'otherGame' | 'alreadyPaid' | 'paymentNotFound' | 'noMethods'

/** Why a game server's order cannot be paid, for the player and for the game. */
export type PaymentRefusal = { reason: Reason; result: PaymentResult }

/** @returns null when the order can be paid, or when the payment screen has to find out because the hub did not answer. */
export async function findRefusal(paymentId: string, project: string): Promise<PaymentRefusal | null> {
  try {
    const { paymentData, status } = await call('GET /payments/process/{id}', { params: { id: paymentId } })
    // Another project's order does not exist to the game.
    if (paymentData.project !== project) return refusal('otherGame', eventCodes.PAYMENT_NOT_FOUND)
    if (status === 'paid') return refusal('alreadyPaid', eventCodes.PAYMENT_OPEN_FAILED, 'paid')
    return null
  } catch (error) {
    const code = readErrorCode(error)
    if (code === 'UNAUTHORIZED') throw error
    if (code === 'PAYMENT_NOT_FOUND') return refusal('paymentNotFound', eventCodes.PAYMENT_NOT_FOUND)
    if (code === 'PAYMENTS_METHODS_NOT_EXIST') return refusal('noMethods', eventCodes.PAYMENT_METHODS_MISSING)
    return null
  }
}

function refusal(
  reason: Reason,
  errorCode: NonNullable<PaymentResult['errorCode']>,
  status: PaymentResult['status'] = 'none',
): PaymentRefusal {
  return { reason, result: { status, errorCode } }
}

export function showRefusal({ reason }: PaymentRefusal): void {
  if (reason === 'noMethods') showErrorToast('PAYMENTS_METHODS_NOT_EXIST')
  else void showToast('error', (t) => t(`play:${reason}`), reason)
}
