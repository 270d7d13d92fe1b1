import * as z from 'zod'
import type { Patience, YandexPayConfig } from '../../config.ts'
import { formatDecimalAmount } from '../decimal-amount.ts'
import { type Provider, ProviderRefused } from '../provider.ts'
import { orderFor, refundFor } from './cart.ts'
import { createYandexPayClient, YandexPayRefused } from './client.ts'
import { createDeliveryReader } from './delivery.ts'
import { OneOperation, toProviderRefund } from './operation.ts'
import { toProviderPayment, YandexPayOrder } from './order.ts'

const Created = z.object({ paymentUrl: z.url({ protocol: /^https?$/ }) })

export function createYandexPayProvider(config: YandexPayConfig, patience: Patience): Provider {
  const client = createYandexPayClient(config, patience)
  const readDelivery = createDeliveryReader(config.jwksUrl, patience.readMs)
  const toPayment = (found: YandexPayOrder) => toProviderPayment(found, config)

  const pathOf = (id: string) => `/v1/orders/${encodeURIComponent(id)}`
  const retrieve = (id: string) => client.get(pathOf(id), YandexPayOrder)

  /** Our payments are charged in one step; in a shop set up for two, the money that is held is taken now. */
  async function retrieveCharged(id: string): Promise<YandexPayOrder> {
    const found = await retrieve(id)
    if (found.order.paymentStatus !== 'AUTHORIZED') return found
    const name = `capture-${id}`
    const body = { orderAmount: formatDecimalAmount(found.order.orderAmount), externalOperationId: name }
    await unlessSettled(() => client.post(`${pathOf(id)}/capture`, name, body, z.unknown()))
    return retrieve(id)
  }

  /** Stops what nobody has paid. Money that arrives in this very moment goes back by itself. */
  async function stop(id: string): Promise<YandexPayOrder> {
    const { order } = await retrieve(id)
    if (order.paymentStatus === 'AUTHORIZED') {
      const body = { reason: 'Cancelled by the buyer', externalOperationId: `cancel-${id}` }
      await unlessSettled(() => client.post(`${pathOf(id)}/cancel`, `cancel-${id}`, body, z.unknown()))
    } else if ((order.paymentStatus ?? 'PENDING') === 'PENDING') {
      await unlessSettled(() => client.post(`${pathOf(id)}/rollback`, `rollback-${id}`, {}, z.unknown()))
    }
    return retrieve(id)
  }

  const fetchOperation = async (name: string) =>
    (await client.get(`/v1/operations/${encodeURIComponent(name)}`, OneOperation)).operation

  return {
    name: 'yandex-pay',
    isLive: config.isLive,
    /** An order that is there already, however it came to be, is found by its id, which we chose. */
    async startCheckout(request) {
      const providerId = request.attemptId
      try {
        const body = orderFor(request, config.fiscal)
        const { paymentUrl } = await client.post('/v1/orders', providerId, body, Created)
        return { providerId, handover: paymentUrl }
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error
        const found = await retrieve(providerId).catch((cause) => {
          throw cause instanceof ProviderRefused ? error : cause
        })
        return { providerId, handover: pageOf(found) }
      }
    },
    async resumeCheckout(providerId) {
      const found = await retrieveCharged(providerId)
      return { providerId, handover: pageOf(found), payment: toPayment(found) }
    },
    fetchPayment: async (providerId) => toPayment(await retrieveCharged(providerId)),
    async cancel(providerId) {
      const payment = toPayment(await stop(providerId))
      // A link that was stopped reads as failed; we know why.
      return payment.state === 'failed' ? { ...payment, state: 'cancelled' } : payment
    },
    async refund(request) {
      const { providerId, key } = request
      const path = `/v2/orders/${encodeURIComponent(providerId)}/refund`
      try {
        const { operation } = await client.post(path, key, refundFor(request), OneOperation)
        return toProviderRefund(key, operation)
      } catch (error) {
        if (!isDuplicate(error)) throw error
        return toProviderRefund(key, await fetchOperation(key))
      }
    },
    fetchRefund: async ({ refundId }) => toProviderRefund(refundId, await fetchOperation(refundId)),
    readDelivery: (raw) => readDelivery(raw, config.merchantId),
  }
}

/** The page where the buyer pays; null when there is nothing left to do there. */
function pageOf({ order }: YandexPayOrder): string | null {
  const isWaiting = (order.paymentStatus ?? 'PENDING') === 'PENDING'
  return isWaiting ? (order.paymentUrl ?? null) : null
}

/** What is refused because somebody was faster is told by the order itself. */
async function unlessSettled(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof YandexPayRefused)) throw error
  }
}

function isDuplicate(error: unknown): boolean {
  return error instanceof YandexPayRefused && error.reasonCode === 'DUPLICATE_EXTERNAL_OPERATION_ID'
}
