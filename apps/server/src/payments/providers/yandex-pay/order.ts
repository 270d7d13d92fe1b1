import * as z from 'zod'
import type { ProviderPayment, ProviderRefund } from '../../provider.ts'
import { DecimalAmount } from '../api-call.ts'

const YandexPayOperation = z.object({
  operationType: z.string(),
  status: z.string(),
  amount: DecimalAmount,
  externalOperationId: z.string().nullish(),
})

export const OperationResponse = z.object({ operation: YandexPayOperation })

/** The fields we read. Enumerations are plain strings, because Yandex Pay adds values. */
export const YandexPayOrder = z.object({
  order: z.object({
    orderId: z.string(),
    merchantId: z.string(),
    currencyCode: z.string(),
    orderAmount: DecimalAmount,
    paymentStatus: z.string().nullish(),
    paymentUrl: z.string().nullish(),
    paymentMethod: z.object({ cardLast4: z.string().nullish(), cardNetwork: z.string().nullish() }).nullish(),
  }),
  operations: z.array(YandexPayOperation).nullish(),
})
export type YandexPayOrder = z.infer<typeof YandexPayOrder>

/** Refunded orders count as succeeded: refunds are reported apart. */
const states: Record<string, ProviderPayment['state']> = {
  CAPTURED: 'succeeded',
  PARTIALLY_REFUNDED: 'succeeded',
  REFUNDED: 'succeeded',
  VOIDED: 'cancelled',
}

/** Yandex Pay reports declined, expired and rolled back orders alike; only a declined one has a failed operation. */
function toPaymentState({ order, operations }: YandexPayOrder): ProviderPayment['state'] {
  const { paymentStatus } = order
  if (paymentStatus !== 'FAILED') return states[paymentStatus ?? ''] ?? 'open'
  return (operations ?? []).some(({ status }) => status === 'FAIL') ? 'failed' : 'cancelled'
}

/** @param merchant  Ours. Orders do not tell whether they are live; the API's host does. */
export function toProviderPayment(
  found: YandexPayOrder,
  merchant: { merchantId: string; isLive: boolean },
): ProviderPayment {
  const { orderId, merchantId, orderAmount, currencyCode } = found.order
  return {
    providerPaymentId: orderId,
    attemptId: orderId,
    state: toPaymentState(found),
    received: { amountMinor: orderAmount, currency: currencyCode },
    refundedMinor: refundedMinor(found),
    isOurs: merchantId === merchant.merchantId,
    isLive: merchant.isLive,
    paidWith: paidWith(found),
    // Orders do not tell it.
    cardCountry: null,
    fiscal: 'none',
  }
}

/** Includes pending refunds without our id: from the dashboard, or for an order cancelled too late. */
function refundedMinor({ order, operations }: YandexPayOrder): number {
  if (order.paymentStatus === 'REFUNDED') return order.orderAmount
  return (operations ?? [])
    .filter(({ operationType }) => operationType === 'REFUND')
    .filter(
      ({ status, externalOperationId }) =>
        status === 'SUCCESS' || (status === 'PENDING' && !externalOperationId),
    )
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** "Mastercard •••• 4444" */
function paidWith({ order: { paymentMethod } }: YandexPayOrder): string | null {
  const { cardLast4, cardNetwork } = paymentMethod ?? {}
  if (!cardLast4) return null
  const network = cardNetwork ?? 'Card'
  return `${network.charAt(0)}${network.slice(1).toLowerCase()} •••• ${cardLast4}`
}

const refundStates: Record<string, ProviderRefund['state']> = { SUCCESS: 'succeeded', FAIL: 'failed' }

/** @param refundId  Our operation id, by which Yandex Pay finds the operation. */
export function toProviderRefund(
  refundId: string,
  { status, amount }: z.infer<typeof YandexPayOperation>,
): ProviderRefund {
  return { refundId, state: refundStates[status] ?? 'pending', amountMinor: amount, currency: 'RUB' }
}
