import type { Money } from '@playhub/contract'
import type { CheckoutRequest, ProviderRefundRequest } from '../../provider.ts'
import type { FiscalSettings, VatRate } from '../config.ts'
import { formatDecimalAmount } from '../decimal-amount.ts'

/** Yandex Pay's codes of the VAT rates; YooKassa's differ. */
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
const motiveLimit = 2048
const methodTypes: Record<FiscalSettings['mode'], number> = { full_prepayment: 1, full_payment: 4 }

/** An order of one item. Must be identical when repeated. */
export function orderFor(request: CheckoutRequest, fiscal: FiscalSettings | null) {
  const { attemptId, orderId, charge, description, item, language, receiptEmail, returnUrl } = request
  const total = decimal(charge)
  return {
    orderId: attemptId,
    currencyCode: charge.currency,
    cart: {
      items: [
        {
          productId: item.id,
          title: item.title[language],
          quantity: { count: '1' },
          unitPrice: total,
          total,
          ...(fiscal && { receipt: receiptFor(fiscal, item.title.ru) }),
        },
      ],
      total: { amount: total },
    },
    availablePaymentMethods: ['CARD'],
    redirectUrls: { onSuccess: returnUrl, onError: returnUrl, onAbort: returnUrl },
    purpose: description,
    metadata: JSON.stringify({ orderId, attemptId }),
    orderSource: 'WEBSITE',
    ...(fiscal && receiptEmail && { fiscalContact: receiptEmail }),
  }
}

function receiptFor(fiscal: FiscalSettings, title: string) {
  return {
    title,
    tax: taxes[fiscal.vat],
    paymentSubjectType: subjectTypes[fiscal.subject],
    paymentMethodType: methodTypes[fiscal.mode],
  }
}

/** The cart states what remains after the refund; a full refund has none. */
export function refundFor({ key, amount, remaining, reason, item }: ProviderRefundRequest) {
  return {
    refundAmount: decimal(amount),
    externalOperationId: key,
    motive: reason.slice(0, motiveLimit),
    ...(remaining.amountMinor > 0 && {
      targetCart: { items: [{ productId: item.id, quantityCount: '1', price: decimal(remaining) }] },
    }),
  }
}

function decimal({ amountMinor }: Money): string {
  return formatDecimalAmount(amountMinor)
}
