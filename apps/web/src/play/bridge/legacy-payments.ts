import { eventCodes } from '@playhub/contract/events'
import { paymentEnvelope } from '../../payments/order/payment-result.ts'
import type { GameHostActions } from './game-host-actions.ts'
import { readPaymentId, readPaymentValues } from './legacy-messages.ts'
import type { LegacySender } from './legacy-sender.ts'
import type { RequestHandler } from './request-handler.ts'

/** Opens payments for `ON_BANK` messages. */
export function createLegacyPayments(
  send: LegacySender['send'],
  actions: Pick<GameHostActions, 'onPaymentOpenError'>,
  requests: Pick<RequestHandler, 'openPayment'>,
) {
  const openPaymentIds = new Set<string>()

  async function open(data: unknown): Promise<void> {
    const values = readPaymentValues(data)
    const paymentId = values && readPaymentId(values)
    if (!paymentId) {
      actions.onPaymentOpenError()
      return refuse(null)
    }
    // A repeated request gets the result from the payment that is open already.
    if (openPaymentIds.has(paymentId)) return
    openPaymentIds.add(paymentId)
    try {
      await requests.openPayment(values)
    } catch (error) {
      refuse(paymentId)
      throw error
    } finally {
      openPaymentIds.delete(paymentId)
    }
  }

  function refuse(paymentId: string | null): void {
    const errorCode = eventCodes.PAYMENT_OPEN_FAILED
    const { data } = paymentEnvelope(paymentId, { status: 'none', errorCode })
    send('PAYMENT_RESULT', data, errorCode)
  }

  return { open }
}
