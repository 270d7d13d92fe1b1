import * as z from 'zod'
import { DecimalAmount } from '../outgoing.ts'
import type { ProviderPayment } from '../provider.ts'
import { YandexPayOperation } from './operation.ts'

/** What we read of an order; lists of words stay open. */
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

/** A refunded order was paid once; what was returned is told apart. */
const stateOf: Record<string, ProviderPayment['state']> = {
  CAPTURED: 'succeeded',
  PARTIALLY_REFUNDED: 'succeeded',
  REFUNDED: 'succeeded',
  VOIDED: 'cancelled',
  FAILED: 'failed',
}

/** @param merchant  Ours. An order does not say whether it moves real money: its address decides. */
export function toProviderPayment(
  found: YandexPayOrder,
  merchant: { merchantId: string; isLive: boolean },
): ProviderPayment {
  const { orderId, merchantId, orderAmount, currencyCode, paymentStatus } = found.order
  return {
    providerId: orderId,
    attemptId: orderId,
    state: stateOf[paymentStatus ?? ''] ?? 'open',
    received: { amountMinor: orderAmount, currency: currencyCode },
    refundedMinor: refundedMinor(found),
    isOurs: merchantId === merchant.merchantId,
    isLive: merchant.isLive,
    paidWith: paidWith(found),
    fiscal: 'none',
  }
}

/** Also what is on its way back without a name of ours: the provider's own desk, or a link that was stopped too late. */
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
