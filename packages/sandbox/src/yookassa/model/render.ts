import { formatDecimal } from '../../payments/decimal.ts'
import { toCardType, toIssuerCountry } from './cards.ts'
import {
  GATEWAY_ID,
  type Method,
  OTHER_SHOP_ID,
  type Payment,
  type Receipt,
  type Refund,
  SHOP_ID,
} from './records.ts'

export type ApiObject = Record<string, unknown>

/** YooKassa's commission in thousandths. */
const FEE_PER_MILLE = 35
const WALLET = '410011758831136'

export function renderPayment(payment: Payment, baseUrl: string): ApiObject {
  const { amountMinor, currency, status, overrides } = payment
  const isPaid = status === 'succeeded' || status === 'waiting_for_capture'
  return {
    id: payment.id,
    status,
    amount: amount(amountMinor, currency),
    ...(status === 'succeeded' ? { income_amount: amount(income(amountMinor), currency) } : {}),
    ...(payment.description === null ? {} : { description: payment.description }),
    recipient: { account_id: overrides.shop === 'other' ? OTHER_SHOP_ID : SHOP_ID, gateway_id: GATEWAY_ID },
    ...(payment.method ? { payment_method: renderMethod(payment.method) } : {}),
    ...(payment.capturedAt === null ? {} : { captured_at: iso(payment.capturedAt) }),
    created_at: iso(payment.createdAt),
    ...(status === 'waiting_for_capture' ? { expires_at: iso(payment.expiresAt) } : {}),
    ...(status === 'pending' ? { confirmation: renderConfirmation(payment, baseUrl) } : {}),
    test: overrides.mode !== 'live',
    ...(status === 'succeeded' ? { refunded_amount: amount(payment.refundedMinor, currency) } : {}),
    paid: isPaid,
    refundable: status === 'succeeded' && payment.refundedMinor < amountMinor,
    ...(payment.receiptRegistration ? { receipt_registration: payment.receiptRegistration } : {}),
    metadata: payment.metadata,
    ...(payment.cancellation ? { cancellation_details: payment.cancellation } : {}),
    ...(isPaid && payment.method?.card ? { authorization_details: authorization(payment) } : {}),
    ...(payment.merchantCustomerId === null ? {} : { merchant_customer_id: payment.merchantCustomerId }),
  }
}

export function renderRefund(refund: Refund): ApiObject {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    status: refund.status,
    created_at: iso(refund.createdAt),
    amount: amount(refund.amountMinor, refund.currency),
    ...(refund.description === null ? {} : { description: refund.description }),
    ...(refund.cancellation ? { cancellation_details: refund.cancellation } : {}),
    ...(refund.receiptRegistration ? { receipt_registration: refund.receiptRegistration } : {}),
    metadata: refund.metadata,
  }
}

export function renderReceipt(receipt: Receipt): ApiObject {
  const { fiscal, contents, currency } = receipt
  return {
    id: receipt.id,
    type: receipt.type,
    payment_id: receipt.paymentId,
    ...(receipt.refundId ? { refund_id: receipt.refundId } : {}),
    status: receipt.status,
    ...(fiscal
      ? {
          fiscal_document_number: String(fiscal.document),
          fiscal_storage_number: fiscal.storage,
          fiscal_attribute: fiscal.attribute,
          registered_at: iso(fiscal.registeredAt),
          fiscal_provider_id: receipt.id.slice(3),
        }
      : {}),
    ...(contents.tax_system_code === undefined ? {} : { tax_system_code: contents.tax_system_code }),
    items: contents.items,
    ...(contents.internet === undefined ? {} : { internet: contents.internet }),
    ...(contents.timezone === undefined ? {} : { timezone: contents.timezone }),
    settlements: receipt.settlements.map(({ type, amountMinor }) => ({
      type,
      amount: amount(amountMinor, currency),
    })),
  }
}

function renderConfirmation({ confirmation, token }: Payment, baseUrl: string): ApiObject {
  if (confirmation.type === 'embedded') return { type: 'embedded', confirmation_token: token }
  return {
    type: 'redirect',
    confirmation_url: `${baseUrl}/yookassa/pay?token=${token}`,
    return_url: confirmation.returnUrl,
  }
}

const bankTitles = { sbp: 'SBP', sberbank: 'SberPay', tinkoff_bank: 'T-Pay', mir_pay: 'Mir Pay' }

function renderMethod({ id, type, card, isSaved }: Method): ApiObject {
  const method = { type, id, saved: isSaved }
  if (type !== 'bank_card' && type !== 'yoo_money') return { ...method, title: bankTitles[type] }
  if (!card) return { ...method, title: `YooMoney wallet ${WALLET}`, account_number: WALLET }
  const { first6, last4, expMonth, expYear } = card
  return {
    ...method,
    title: `Bank card *${last4}`,
    card: {
      first6,
      last4,
      expiry_month: expMonth,
      expiry_year: expYear,
      card_type: toCardType(first6),
      issuer_country: toIssuerCountry(first6),
    },
  }
}

/** The bank's reference numbers, derived from the payment id, so they never change. */
function authorization({ id, hasPassed3ds }: Payment): ApiObject {
  const digits = BigInt(`0x${id.slice(-12)}`)
    .toString()
    .padStart(18, '0')
  return {
    rrn: digits.slice(0, 12),
    auth_code: digits.slice(-6),
    three_d_secure: { applied: hasPassed3ds },
  }
}

function income(amountMinor: number): number {
  return amountMinor - Math.round((amountMinor * FEE_PER_MILLE) / 1000)
}

function amount(amountMinor: number, currency: string) {
  return { value: formatDecimal(amountMinor), currency }
}

function iso(instantMs: number): string {
  return new Date(instantMs).toISOString()
}
