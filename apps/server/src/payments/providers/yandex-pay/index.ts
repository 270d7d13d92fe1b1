import { toFinding } from '@playhub/contract/operator/sentences/checks'
import * as z from 'zod'
import { newId } from '../../../platform/ids.ts'
import { type Provider, ProviderRefused } from '../../provider.ts'
import { formatDecimalAmount } from '../decimal-amount.ts'
import type { ProviderTimeouts } from '../settings.ts'
import { orderFor, refundFor } from './cart.ts'
import { createYandexPayClient, type YandexPayClient, YandexPayRefused } from './client.ts'
import type { YandexPayConfig } from './config.ts'
import { areKeysAvailable, createEventVerifier } from './event.ts'
import { OperationResponse, toProviderPayment, toProviderRefund, YandexPayOrder } from './order.ts'

const Created = z.object({ paymentUrl: z.url({ protocol: /^https?$/ }) })

export function createYandexPayProvider(config: YandexPayConfig, timeouts: ProviderTimeouts): Provider {
  const client = createYandexPayClient(config, timeouts)
  const verifyEvent = createEventVerifier(config.jwksUrl, timeouts.readTimeoutMs)
  const toPayment = (found: YandexPayOrder) => toProviderPayment(found, config)

  const fetchOperation = async (name: string) =>
    (await client.get(`/v1/operations/${encodeURIComponent(name)}`, OperationResponse)).operation

  return {
    name: 'yandex-pay',
    isLive: config.isLive,
    fiscal: config.fiscal,
    /** If the order already exists, it is found by its id, which is the attempt's. */
    async startCheckout(request) {
      const providerPaymentId = request.attemptId
      try {
        const body = orderFor(request, config.fiscal)
        const { paymentUrl } = await client.post('/v1/orders', providerPaymentId, body, Created)
        return { providerPaymentId, clientToken: paymentUrl }
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error
        const found = await retrieve(client, providerPaymentId).catch((cause) => {
          throw cause instanceof ProviderRefused ? error : cause
        })
        return { providerPaymentId, clientToken: findPageUrl(found) }
      }
    },
    async resumeCheckout(providerPaymentId) {
      const found = await retrieveCharged(client, providerPaymentId)
      return { providerPaymentId, clientToken: findPageUrl(found), payment: toPayment(found) }
    },
    fetchPayment: async (providerPaymentId) => toPayment(await retrieveCharged(client, providerPaymentId)),
    cancel: async (providerPaymentId) => toPayment(await cancelOrder(client, providerPaymentId)),
    async refund(request) {
      const { providerPaymentId, key } = request
      const path = `/v2/orders/${encodeURIComponent(providerPaymentId)}/refund`
      try {
        const { operation } = await client.post(path, key, refundFor(request), OperationResponse)
        return toProviderRefund(key, operation)
      } catch (error) {
        if (!isDuplicate(error)) throw error
        return toProviderRefund(key, await fetchOperation(key))
      }
    },
    fetchRefund: async ({ refundId }) => toProviderRefund(refundId, await fetchOperation(refundId)),
    checkAccount: async () => {
      await ignoreRefusal(() => retrieve(client, newId()))
      return [
        ...((await areKeysAvailable(config.jwksUrl, timeouts.readTimeoutMs))
          ? []
          : [toFinding('provider.no-keys', { url: config.jwksUrl })]),
        ...(config.fiscal?.mode === 'full_prepayment' ? [toFinding('yandex-pay.prepayment')] : []),
      ]
    },
    verifyEvent: (raw) => verifyEvent(raw, config.merchantId),
  }
}

const getOrderPath = (id: string) => `/v1/orders/${encodeURIComponent(id)}`
const retrieve = (client: YandexPayClient, id: string) => client.get(getOrderPath(id), YandexPayOrder)

/** Payments are charged in one step; for a merchant set up for two steps, held money is captured here. */
async function retrieveCharged(client: YandexPayClient, id: string): Promise<YandexPayOrder> {
  const found = await retrieve(client, id)
  if (found.order.paymentStatus !== 'AUTHORIZED') return found
  const operationId = `capture-${id}`
  const body = {
    orderAmount: formatDecimalAmount(found.order.orderAmount),
    externalOperationId: operationId,
  }
  await ignoreRefusal(() => client.post(`${getOrderPath(id)}/capture`, operationId, body, z.unknown()))
  return retrieve(client, id)
}

/**
 * Cancels an unpaid order; one without held money is reported as failed then. Yandex Pay refunds money arriving at the
 * same moment.
 */
async function cancelOrder(client: YandexPayClient, id: string): Promise<YandexPayOrder> {
  const { order } = await retrieve(client, id)
  if (order.paymentStatus === 'AUTHORIZED') {
    const body = { reason: 'Cancelled by the buyer', externalOperationId: `cancel-${id}` }
    await ignoreRefusal(() => client.post(`${getOrderPath(id)}/cancel`, `cancel-${id}`, body, z.unknown()))
  } else if ((order.paymentStatus ?? 'PENDING') === 'PENDING') {
    await ignoreRefusal(() => client.post(`${getOrderPath(id)}/rollback`, `rollback-${id}`, {}, z.unknown()))
  }
  return retrieve(client, id)
}

/** The payment page URL; null when the buyer has nothing left to do. */
function findPageUrl({ order }: YandexPayOrder): string | null {
  const isWaiting = (order.paymentStatus ?? 'PENDING') === 'PENDING'
  return isWaiting ? (order.paymentUrl ?? null) : null
}

/** A refusal means the order has changed meanwhile; the caller fetches its state. */
async function ignoreRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof YandexPayRefused)) throw error
  }
}

function isDuplicate(error: unknown): boolean {
  return error instanceof YandexPayRefused && error.reasonCode === 'DUPLICATE_EXTERNAL_OPERATION_ID'
}
