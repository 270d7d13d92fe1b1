import * as z from 'zod'
import {
  type CheckoutRequest,
  type FiscalReceipt,
  ForgedEvent,
  type Provider,
  type ProviderRefundRequest,
  ProviderRefused,
} from '../../provider.ts'
import type { ProviderTimeouts } from '../settings.ts'
import { createYooKassaClient } from './client.ts'
import type { YooKassaConfig } from './config.ts'
import { createNetworkCheck, verifyYooKassaEvent } from './event.ts'
import {
  toFiscalState,
  toProviderPayment,
  toProviderRefund,
  YooKassaPayment,
  YooKassaRefund,
} from './payment.ts'
import { fiscalNumbersIn, receiptFor, toAmount, YooKassaReceipts } from './receipt.ts'

const descriptionLimit = 128
const refundDescriptionLimit = 250

export function createYooKassaProvider(config: YooKassaConfig, timeouts: ProviderTimeouts): Provider {
  const client = createYooKassaClient(config, timeouts)
  const isFromYooKassa = createNetworkCheck(config.networks)
  const toPayment = (payment: YooKassaPayment) => toProviderPayment(payment, config.shopId)

  const retrieve = (id: string) => client.get(`/payments/${encodeURIComponent(id)}`, YooKassaPayment)

  const act = (id: string, verb: 'capture' | 'cancel') =>
    client.post(`/payments/${encodeURIComponent(id)}/${verb}`, `${verb}-${id}`, {}, YooKassaPayment)

  /** Captures or cancels held money. If that is refused because the payment changed, returns its current state. */
  async function decideHeld(payment: YooKassaPayment, verb: 'capture' | 'cancel'): Promise<YooKassaPayment> {
    if (payment.status !== 'waiting_for_capture') return payment
    try {
      return await act(payment.id, verb)
    } catch (error) {
      if (error instanceof ProviderRefused) return retrieve(payment.id)
      throw error
    }
  }

  /** Payments are charged in one step; where a payment method only holds the money, it is captured here. */
  const retrieveCharged = async (id: string) => decideHeld(await retrieve(id), 'capture')

  async function fetchFiscalReceipt(providerPaymentId: string): Promise<FiscalReceipt> {
    const state = toFiscalState(await retrieve(providerPaymentId))
    if (state !== 'registered') return { state, numbers: null }
    const path = `/receipts?payment_id=${encodeURIComponent(providerPaymentId)}`
    return { state, numbers: fiscalNumbersIn(await client.get(path, YooKassaReceipts)) }
  }

  return {
    name: 'yookassa',
    isLive: !config.secretKey.startsWith('test_'),
    needsReceiptEmail: config.fiscal !== null,
    async startCheckout(request) {
      const payment = await client.post(
        '/payments',
        request.attemptId,
        paymentFor(request, config),
        YooKassaPayment,
      )
      return { providerPaymentId: payment.id, clientToken: findToken(payment) }
    },
    async resumeCheckout(providerPaymentId) {
      const payment = await retrieveCharged(providerPaymentId)
      return { providerPaymentId, clientToken: findToken(payment), payment: toPayment(payment) }
    },
    fetchPayment: async (providerPaymentId) => toPayment(await retrieveCharged(providerPaymentId)),
    /** A payment that waits for its buyer cannot be cancelled; it expires within the hour. */
    cancel: async (providerPaymentId) =>
      toPayment(await decideHeld(await retrieve(providerPaymentId), 'cancel')),
    refund: async (request) =>
      toProviderRefund(
        await client.post('/refunds', request.key, refundFor(request, config), YooKassaRefund),
      ),
    fetchRefund: async ({ refundId }) =>
      toProviderRefund(await client.get(`/refunds/${encodeURIComponent(refundId)}`, YooKassaRefund)),
    ...(config.fiscal && { fetchFiscalReceipt }),
    checkAccount: async () => shopProblems(await client.get('/me', YooKassaShop), config),
    async verifyEvent(raw, _headers, from) {
      if (!isFromYooKassa(from)) throw new ForgedEvent(`${from} is not an address of YooKassa`)
      return verifyYooKassaEvent(raw, client)
    },
  }
}

const YooKassaShop = z.object({
  account_id: z.string(),
  status: z.string(),
  test: z.boolean(),
  fiscalization_enabled: z.boolean().optional(),
})

function shopProblems(
  shop: z.infer<typeof YooKassaShop>,
  { shopId, secretKey, fiscal }: YooKassaConfig,
): string[] {
  const registersReceipts = shop.fiscalization_enabled ?? false
  const problems: [isWrong: boolean, sentence: string][] = [
    [shop.account_id !== shopId, `The secret key belongs to shop ${shop.account_id}, not to ${shopId}.`],
    [shop.status !== 'enabled', `The shop is ${shop.status}: ask YooKassa's support.`],
    [
      shop.test !== secretKey.startsWith('test_'),
      'The key and the shop are of different modes, live and test.',
    ],
    [
      registersReceipts && fiscal === null,
      'The shop registers fiscal receipts and refuses payments without one: set YOOKASSA_RECEIPT_VAT.',
    ],
    [
      !registersReceipts && fiscal !== null,
      'YOOKASSA_RECEIPT_VAT is set, but the shop does not register fiscal receipts.',
    ],
  ]
  return problems.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence)
}

/** The widget's token; null when the buyer has nothing left to do. */
function findToken({ confirmation }: YooKassaPayment): string | null {
  return confirmation?.confirmation_token ?? null
}

/**
 * Must be identical when repeated.
 * @throws ProviderRefused  when the fiscal receipt has no email to go to
 */
function paymentFor(request: CheckoutRequest, { fiscal }: YooKassaConfig) {
  const { attemptId, orderId, charge, description, item, receiptEmail, language } = request
  return {
    amount: toAmount(charge),
    capture: true,
    confirmation: { type: 'embedded', locale: language === 'ru' ? 'ru_RU' : 'en_US' },
    description: description.slice(0, descriptionLimit),
    metadata: { orderId, attemptId },
    ...(fiscal && { receipt: receiptFor(fiscal, { item, receiptEmail, amount: charge }) }),
  }
}

/**
 * YooKassa registers a full refund's receipt by itself, from the payment's. A partial refund brings its own.
 * @throws ProviderRefused  when that has no email to go to
 */
function refundFor(
  { providerPaymentId, amount, charged, reason, item, receiptEmail }: ProviderRefundRequest,
  { fiscal }: YooKassaConfig,
) {
  const isPartial = amount.amountMinor < charged.amountMinor
  return {
    payment_id: providerPaymentId,
    amount: toAmount(amount),
    description: reason.slice(0, refundDescriptionLimit),
    ...(fiscal && isPartial && { receipt: receiptFor(fiscal, { item, receiptEmail, amount }) }),
  }
}
