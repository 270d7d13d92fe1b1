import { namedMethods } from '@playhub/contract'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import * as z from 'zod'
import { listReturnedLines } from '../../fiscal-lines.ts'
import {
  type CheckoutRequest,
  type FiscalReceipt,
  ForgedEvent,
  type Provider,
  type ProviderRefundRequest,
  ProviderRefused,
  type ShownToPlayers,
} from '../../provider.ts'
import type { ProviderTimeouts } from '../settings.ts'
import { createYooKassaClient, type YooKassaClient } from './client.ts'
import { closePrepayment, toClosingResult } from './closing-receipt.ts'
import type { YooKassaConfig } from './config.ts'
import { createNetworkCheck, verifyYooKassaEvent } from './event.ts'
import {
  toFiscalState,
  toProviderPayment,
  toProviderRefund,
  YooKassaPayment,
  YooKassaRefund,
} from './payment.ts'
import {
  fiscalNumbersIn,
  receiptFor,
  toAmount,
  toPaid,
  YooKassaReceipt,
  YooKassaReceipts,
} from './receipt.ts'

const descriptionLimit = 128
const refundDescriptionLimit = 250

export function createYooKassaProvider(config: YooKassaConfig, timeouts: ProviderTimeouts): Provider {
  const client = createYooKassaClient(config, timeouts)
  const isFromYooKassa = createNetworkCheck(config.networks)
  const toPayment = (payment: YooKassaPayment) => toProviderPayment(payment, config.shopId)

  const retrieve = (id: string) => client.get(`/payments/${encodeURIComponent(id)}`, YooKassaPayment)

  const act = (id: string, verb: 'capture' | 'cancel') =>
    client.post(`/payments/${encodeURIComponent(id)}/${verb}`, `${verb}-${id}`, {}, YooKassaPayment)

  /** Captures or cancels held money. If refused because the payment changed, returns its current state. */
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
    fiscal: config.fiscal,
    remembersCards: true,
    findPayment: (attemptId) => findByAttempt(client, attemptId),
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
    /** A payment waiting for its buyer cannot be cancelled; it expires within the hour. */
    cancel: async (providerPaymentId) =>
      toPayment(await decideHeld(await retrieve(providerPaymentId), 'cancel')),
    refund: async (request) =>
      toProviderRefund(
        await client.post('/refunds', request.key, refundFor(request, config), YooKassaRefund),
      ),
    fetchRefund: async ({ refundId }) =>
      toProviderRefund(await client.get(`/refunds/${encodeURIComponent(refundId)}`, YooKassaRefund)),
    ...(config.fiscal && { fetchFiscalReceipt }),
    closePrepayment: (request) => closePrepayment(client, request, config.fiscal),
    fetchClosingReceipt: async (receiptId) =>
      toClosingResult(await client.get(`/receipts/${encodeURIComponent(receiptId)}`, YooKassaReceipt)),
    checkAccount: async (expected) => {
      const shop = await client.get('/me', YooKassaShop)
      return [...shopProblems(shop, config), ...(expected ? compareMethods(shop, expected) : [])]
    },
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
  payment_methods: z.array(z.string()).default([]),
})

function shopProblems(
  shop: z.infer<typeof YooKassaShop>,
  { shopId, secretKey, fiscal }: YooKassaConfig,
): Finding[] {
  const registersReceipts = shop.fiscalization_enabled ?? false
  const problems: [isWrong: boolean, finding: Finding][] = [
    [
      shop.account_id !== shopId,
      toFinding('yookassa.other-shop', { shop: shop.account_id, expected: shopId }),
    ],
    [shop.status !== 'enabled', toFinding('yookassa.disabled', { said: shop.status })],
    [shop.test !== secretKey.startsWith('test_'), toFinding('yookassa.modes')],
    [registersReceipts && fiscal === null, toFinding('yookassa.no-vat')],
    [!registersReceipts && fiscal !== null, toFinding('yookassa.no-receipts')],
  ]
  return problems.filter(([isWrong]) => isWrong).map(([, finding]) => finding)
}

/** The choice must name what the form offers, neither more nor less. */
function compareMethods(
  { payment_methods: offered }: z.infer<typeof YooKassaShop>,
  { methods }: ShownToPlayers,
): Finding[] {
  const missing = namedMethods.filter((method) => methods.includes(method) && !offered.includes(method))
  const unnamed = namedMethods.filter((method) => offered.includes(method) && !methods.includes(method))
  return [
    ...(missing.length > 0 ? [toFinding('yookassa.no-method', { methods: missing.join(', ') })] : []),
    ...(unnamed.length > 0 ? [toFinding('yookassa.unnamed-method', { methods: unnamed.join(', ') })] : []),
  ]
}

/** The widget's token, or the bank's page for a remembered card; null when the buyer has nothing left to do. */
function findToken({ confirmation }: YooKassaPayment): string | null {
  return confirmation?.confirmation_token ?? confirmation?.confirmation_url ?? null
}

const YooKassaPayments = z.object({ items: z.array(YooKassaPayment), next_cursor: z.string().optional() })
const pageSize = 100
const maxPages = 10

/** Looks through the latest payments, because YooKassa finds none by its metadata. */
async function findByAttempt(client: YooKassaClient, attemptId: string): Promise<string | null> {
  let cursor = ''
  for (let page = 0; page < maxPages; page += 1) {
    const { items, next_cursor } = await client.get(`/payments?limit=${pageSize}${cursor}`, YooKassaPayments)
    const found = items.find(({ metadata }) => metadata.attemptId === attemptId)
    if (found || next_cursor === undefined) return found?.id ?? null
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`
  }
  return null
}

/**
 * Must be identical when repeated.
 * @throws ProviderRefused  when the fiscal receipt has no email to go to
 */
function paymentFor(request: CheckoutRequest, config: YooKassaConfig) {
  const { attemptId, orderId, charge, description, item, receiptEmail, language } = request
  const fiscal = item.fiscal ?? config.fiscal
  const locale = language === 'ru' ? 'ru_RU' : 'en_US'
  return {
    amount: toAmount(charge),
    capture: true,
    ...cardTerms(request, locale),
    description: description.slice(0, descriptionLimit),
    metadata: { orderId, attemptId },
    ...(fiscal && { receipt: receiptFor(fiscal, { item, receiptEmail, amount: charge }) }),
  }
}

/** The widget, which may remember the card; or a remembered card, for which the bank may ask on its own page. */
function cardTerms({ card, returnUrl }: CheckoutRequest, locale: string) {
  if (card?.methodId)
    return {
      payment_method_id: card.methodId,
      confirmation: { type: 'redirect', return_url: returnUrl, locale },
    }
  return { confirmation: { type: 'embedded', locale }, ...(card && { save_payment_method: true }) }
}

/**
 * YooKassa registers a full refund's receipt by itself, from the payment's. A partial refund brings its own, and so does one
 * after the closing receipt, because it returns a payment instead of a prepayment.
 * @throws ProviderRefused  without an email to send it to
 */
function refundFor(request: ProviderRefundRequest, config: YooKassaConfig) {
  const { providerPaymentId, amount, charged, reason, item, receiptEmail } = request
  const { isPrepaymentClosed = false, remaining } = request
  const isPartial = amount.amountMinor < charged.amountMinor
  const settings = item.fiscal ?? config.fiscal
  const fiscal = settings && isPrepaymentClosed ? toPaid(settings) : settings
  const hasReceipt = isPartial || (isPrepaymentClosed && receiptEmail !== null)
  const lines = listReturnedLines(item, amount.amountMinor, remaining.amountMinor)
  return {
    payment_id: providerPaymentId,
    amount: toAmount(amount),
    description: reason.slice(0, refundDescriptionLimit),
    ...(fiscal && hasReceipt && { receipt: receiptFor(fiscal, { item, receiptEmail, amount }, lines) }),
  }
}
