import type { AgentType, Money, VatRate } from '@playhub/contract'
import { listPaidLines, nameLine } from '../../fiscal-lines.ts'
import {
  type CheckoutRequest,
  type FiscalSettings,
  type FiscalTerms,
  type ProviderRefundRequest,
  ProviderRefused,
} from '../../provider.ts'
import { formatDecimalAmount } from '../decimal-amount.ts'

/** Yandex Pay's VAT rate codes; YooKassa's differ. */
const taxes: Record<VatRate, number> = {
  '20': 1,
  '10': 2,
  '20/120': 3,
  '10/110': 4,
  '0': 5,
  none: 6,
  '7': 7,
  '5': 8,
  '7/107': 9,
  '5/105': 10,
  '22': 11,
  '22/122': 12,
}
const subjectTypes: Record<FiscalSettings['subject'], number> = {
  commodity: 1,
  service: 4,
  intellectual_activity: 9,
  payment: 10,
  another: 13,
}
const agentNumbers: Record<AgentType, number> = {
  banking_payment_agent: 1,
  banking_payment_subagent: 2,
  payment_agent: 3,
  payment_subagent: 4,
  attorney: 5,
  commissioner: 6,
  agent: 7,
}
const titleLimit = 2048
const motiveLimit = 2048
const methodTypes: Record<FiscalSettings['mode'], number> = { full_prepayment: 1, full_payment: 4 }

/** The tax service's code for pieces, every item's unit. */
const pieces = 0

/**
 * The order with a line for each item. Must be identical when repeated.
 * @throws ProviderRefused  when the fiscal receipt has no email to go to
 */
export function orderFor(request: CheckoutRequest, settings: FiscalSettings | null) {
  const { attemptId, orderId, charge, description, item, language, receiptEmail, returnUrl } = request
  const total = decimal(charge)
  const fiscal = item.fiscal ?? settings
  if (fiscal && !receiptEmail)
    throw new ProviderRefused("The fiscal receipt needs the buyer's email address", 'receipt-email-missing')
  return {
    orderId: attemptId,
    currencyCode: charge.currency,
    cart: {
      items: listPaidLines(item, charge.amountMinor).map((line) => ({
        productId: line.itemId,
        title: nameLine(line, language, titleLimit),
        quantity: { count: '1' },
        unitPrice: formatDecimalAmount(line.amountMinor),
        total: formatDecimalAmount(line.amountMinor),
        ...(fiscal && {
          receipt: receiptFor({ ...fiscal, vat: line.vat ?? fiscal.vat }, nameLine(line, 'ru', titleLimit)),
        }),
      })),
      total: { amount: total },
    },
    availablePaymentMethods: ['CARD'],
    redirectUrls: { onSuccess: returnUrl, onError: returnUrl, onAbort: returnUrl },
    purpose: description,
    metadata: JSON.stringify({ orderId, attemptId }),
    orderSource: 'WEBSITE',
    ...(fiscal && { fiscalContact: receiptEmail }),
  }
}

/** @see https://pay.yandex.ru/docs/en/custom/fns */
function receiptFor(fiscal: FiscalSettings & Partial<FiscalTerms>, title: string) {
  const { agent, supplier } = fiscal
  return {
    title,
    tax: taxes[fiscal.vat],
    measure: pieces,
    paymentSubjectType: subjectTypes[fiscal.subject],
    paymentMethodType: methodTypes[fiscal.mode],
    ...(agent && { agent: { agentType: agentNumbers[agent] } }),
    ...(supplier && { supplier: { name: supplier.name, inn: supplier.inn, phones: [supplier.phone] } }),
  }
}

/**
 * The cart and its total state what remains after the refund; a refund for the rest has none. Yandex Pay makes the
 * return's receipt from the order's receipt data.
 * @see https://pay.yandex.ru/docs/en/custom/backend/yandex-pay-api/order/merchant_v2_refund-post
 */
export function refundFor({ key, amount, remaining, reason, item }: ProviderRefundRequest) {
  return {
    refundAmount: decimal(amount),
    externalOperationId: key,
    motive: reason.slice(0, motiveLimit),
    ...(remaining.amountMinor > 0 && {
      orderAmount: decimal(remaining),
      targetCart: {
        items: listPaidLines(item, remaining.amountMinor).map(({ itemId, amountMinor }) => ({
          productId: itemId,
          quantityCount: '1',
          price: formatDecimalAmount(amountMinor),
        })),
      },
    }),
  }
}

function decimal({ amountMinor }: Money): string {
  return formatDecimalAmount(amountMinor)
}
