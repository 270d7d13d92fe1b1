import type { Patience, YooKassaConfig } from '../../config.ts'
import {
  type CheckoutRequest,
  DeliveryForged,
  type FiscalReceipt,
  type Provider,
  ProviderRefused,
  type RefundRequest,
} from '../provider.ts'
import { createYooKassaClient } from './client.ts'
import { createNetworkCheck, readYooKassaDelivery } from './delivery.ts'
import { fiscalOf, toProviderPayment, YooKassaPayment } from './payment.ts'
import { fiscalNumbersIn, receiptFor, sumOf, YooKassaReceipts } from './receipt.ts'
import { toProviderRefund, YooKassaRefund } from './refund.ts'

const descriptionLimit = 128
const refundDescriptionLimit = 250

export function createYooKassaProvider(config: YooKassaConfig, patience: Patience): Provider {
  const client = createYooKassaClient(config, patience)
  const isFromYooKassa = createNetworkCheck(config.networks)
  const toPayment = (payment: YooKassaPayment) => toProviderPayment(payment, config.shopId)

  const retrieve = (id: string) => client.get(`/payments/${encodeURIComponent(id)}`, YooKassaPayment)

  const act = (id: string, verb: 'capture' | 'cancel') =>
    client.post(`/payments/${encodeURIComponent(id)}/${verb}`, `${verb}-${id}`, {}, YooKassaPayment)

  /** Captures or cancels what is held; when somebody was faster, the payment tells how it stands. */
  async function decideHeld(payment: YooKassaPayment, verb: 'capture' | 'cancel'): Promise<YooKassaPayment> {
    if (payment.status !== 'waiting_for_capture') return payment
    try {
      return await act(payment.id, verb)
    } catch (error) {
      if (error instanceof ProviderRefused) return retrieve(payment.id)
      throw error
    }
  }

  /** Our payments are charged in one step; where a method only holds the money, it is taken now. */
  const retrieveCharged = async (id: string) => decideHeld(await retrieve(id), 'capture')

  async function fetchFiscalReceipt(providerId: string): Promise<FiscalReceipt> {
    const state = fiscalOf(await retrieve(providerId))
    if (state !== 'registered') return { state, numbers: null }
    const path = `/receipts?payment_id=${encodeURIComponent(providerId)}`
    return { state, numbers: fiscalNumbersIn(await client.get(path, YooKassaReceipts)) }
  }

  return {
    name: 'yookassa',
    isLive: !config.secretKey.startsWith('test_'),
    async startCheckout(request) {
      const payment = await client.post(
        '/payments',
        request.attemptId,
        paymentFor(request, config),
        YooKassaPayment,
      )
      return { providerId: payment.id, handover: tokenOf(payment) }
    },
    async resumeCheckout(providerId) {
      const payment = await retrieveCharged(providerId)
      return { providerId, handover: tokenOf(payment), payment: toPayment(payment) }
    },
    fetchPayment: async (providerId) => toPayment(await retrieveCharged(providerId)),
    /** What still waits for its buyer cannot be cancelled: it ends by itself within the hour. */
    cancel: async (providerId) => toPayment(await decideHeld(await retrieve(providerId), 'cancel')),
    refund: async (request) =>
      toProviderRefund(
        await client.post('/refunds', request.key, refundFor(request, config), YooKassaRefund),
      ),
    fetchRefund: async ({ refundId }) =>
      toProviderRefund(await client.get(`/refunds/${encodeURIComponent(refundId)}`, YooKassaRefund)),
    ...(config.fiscal && { fetchFiscalReceipt }),
    async readDelivery(raw, _headers, from) {
      if (!isFromYooKassa(from)) throw new DeliveryForged(`${from} is no address of YooKassa`)
      return readYooKassaDelivery(raw, client)
    },
  }
}

/** The widget's key to a payment that waits for its buyer. */
function tokenOf({ confirmation }: YooKassaPayment): string | null {
  return confirmation?.confirmation_token ?? null
}

/** Repeated, it must be the same to the letter. Receipts need an address to go to. */
function paymentFor(request: CheckoutRequest, { fiscal }: YooKassaConfig) {
  const { attemptId, orderId, charge, description, item, receiptEmail, language } = request
  return {
    amount: sumOf(charge),
    capture: true,
    confirmation: { type: 'embedded', locale: language === 'ru' ? 'ru_RU' : 'en_US' },
    description: description.slice(0, descriptionLimit),
    metadata: { orderId, attemptId },
    ...(fiscal && receiptEmail && { receipt: receiptFor(fiscal, { item, receiptEmail, amount: charge }) }),
  }
}

/** The receipt of a refund says what is returned. */
function refundFor(
  { providerId, amount, reason, item, receiptEmail }: RefundRequest,
  { fiscal }: YooKassaConfig,
) {
  return {
    payment_id: providerId,
    amount: sumOf(amount),
    description: reason.slice(0, refundDescriptionLimit),
    ...(fiscal && receiptEmail && { receipt: receiptFor(fiscal, { item, receiptEmail, amount }) }),
  }
}
