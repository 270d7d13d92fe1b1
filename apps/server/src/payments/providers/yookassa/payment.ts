import * as z from 'zod'
import type { FiscalState, ProviderPayment, ProviderRefund, SavedCard } from '../../provider.ts'
import { DecimalAmount } from '../api-call.ts'

/** An amount, parsed into minor units. */
const Amount = z
  .object({ value: DecimalAmount, currency: z.string() })
  .transform(({ value, currency }) => ({ amountMinor: value, currency }))

/** The fields we read. Enumerations are plain strings, because YooKassa adds values. */
export const YooKassaPayment = z.object({
  id: z.string(),
  status: z.string(),
  amount: Amount,
  refunded_amount: Amount.optional(),
  confirmation: z
    .object({ confirmation_token: z.string().optional(), confirmation_url: z.string().optional() })
    .optional(),
  recipient: z.object({ account_id: z.string() }),
  payment_method: z
    .object({
      type: z.string(),
      id: z.string().optional(),
      saved: z.boolean().optional(),
      title: z.string().optional(),
      card: z
        .object({
          last4: z.string(),
          card_type: z.string().optional(),
          issuer_country: z.string().optional(),
          expiry_month: z.string().optional(),
          expiry_year: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  receipt_registration: z.string().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  test: z.boolean(),
})
export type YooKassaPayment = z.infer<typeof YooKassaPayment>

export function toProviderPayment(payment: YooKassaPayment, shopId: string): ProviderPayment {
  const { id, metadata, amount, refunded_amount, recipient, test } = payment
  return {
    providerPaymentId: id,
    attemptId: metadata.attemptId ?? null,
    state: toPaymentState(payment),
    received: amount,
    refundedMinor: refunded_amount?.amountMinor ?? 0,
    isOurs: recipient.account_id === shopId,
    isLive: !test,
    paidWith: paidWith(payment),
    cardCountry: (payment.status === 'succeeded' && payment.payment_method?.card?.issuer_country) || null,
    fiscal: toFiscalState(payment),
    savedCard: findSavedCard(payment),
  }
}

/** Cancellation reasons of untried payments; all others are failures. */
const cancelledReasons = new Set(['expired_on_confirmation', 'expired_on_capture', 'canceled_by_merchant'])

function toPaymentState({ status, cancellation_details }: YooKassaPayment): ProviderPayment['state'] {
  if (status === 'succeeded') return 'succeeded'
  if (status !== 'canceled') return 'open'
  return cancellation_details && !cancelledReasons.has(cancellation_details.reason) ? 'failed' : 'cancelled'
}

/** "Mir •••• 4444", "YooMoney" */
function paidWith({ status, payment_method: method }: YooKassaPayment): string | null {
  if (status !== 'succeeded' || !method) return null
  if (method.card) return `${method.card.card_type ?? 'Card'} •••• ${method.card.last4}`
  return method.type === 'yoo_money' ? 'YooMoney' : (method.title ?? null)
}

/** Wallets and bank apps may be saved, too, and are not remembered. */
function findSavedCard({ status, payment_method: method }: YooKassaPayment): SavedCard | undefined {
  const { type, id, saved, card } = method ?? {}
  if (status !== 'succeeded' || type !== 'bank_card' || !saved || !id || !card) return undefined
  const { expiry_month: month, expiry_year: year, last4, card_type: brand = 'Card' } = card
  return { methodId: id, brand, last4, expires: month && year ? `${month}/${year}` : null }
}

export function toFiscalState({ receipt_registration }: YooKassaPayment): FiscalState {
  switch (receipt_registration) {
    case undefined:
      return 'none'
    case 'succeeded':
      return 'registered'
    case 'canceled':
      return 'failed'
    default:
      return 'pending'
  }
}

export const YooKassaRefund = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.string(),
  amount: Amount,
})

const refundStates: Record<string, ProviderRefund['state']> = { succeeded: 'succeeded', canceled: 'failed' }

export function toProviderRefund({ id, status, amount }: z.infer<typeof YooKassaRefund>): ProviderRefund {
  return { refundId: id, state: refundStates[status] ?? 'pending', ...amount }
}
