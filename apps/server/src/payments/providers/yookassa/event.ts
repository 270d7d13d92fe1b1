import { BlockList, isIPv6 } from 'node:net'
import * as z from 'zod'
import { type Delivery, DeliveryForged, ProviderRefused } from '../../provider.ts'
import type { YooKassaClient } from './client.ts'
import { YooKassaPayment } from './payment.ts'
import { YooKassaRefund } from './refund.ts'

const Notification = z.object({
  type: z.literal('notification'),
  event: z.string().max(64),
  object: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
})

/** With these something has come to its end, or waits for us to take the money that is held. */
const paymentNews = new Set(['succeeded', 'canceled', 'waiting_for_capture'])
const refundNews = new Set(['succeeded', 'canceled'])

/**
 * Nothing is signed, so a body is believed for one thing: which object to ask for. What YooKassa's API says of that
 * object is the delivery, and names it: a forged body cannot take the place of a genuine one that comes later.
 * @throws DeliveryForged when YooKassa knows no such object, ProviderUnavailable when it does not answer
 */
export async function readYooKassaDelivery(raw: Buffer, client: YooKassaClient): Promise<Delivery> {
  const { event, object } = notificationIn(raw)
  try {
    if (event.startsWith('payment.')) return await paymentDelivery(event, object.id, client)
    if (event.startsWith('refund.')) return await refundDelivery(event, object.id, client)
  } catch (cause) {
    if (!(cause instanceof ProviderRefused)) throw cause
    throw new DeliveryForged(`YooKassa knows nothing of what ${event} is about`, { cause })
  }
  return { key: `${event}:${object.id}`, kind: event, subject: null, isNews: false }
}

async function paymentDelivery(event: string, id: string, client: YooKassaClient): Promise<Delivery> {
  const { status, metadata } = await client.get(`/payments/${id}`, YooKassaPayment)
  return {
    key: `${event}:${id}:${status}`,
    kind: event,
    subject: { of: 'payment', providerId: id, attemptId: metadata.attemptId ?? null, id: null },
    isNews: paymentNews.has(status),
  }
}

async function refundDelivery(event: string, id: string, client: YooKassaClient): Promise<Delivery> {
  const { status, payment_id: providerId } = await client.get(`/refunds/${id}`, YooKassaRefund)
  return {
    key: `${event}:${id}:${status}`,
    kind: event,
    subject: { of: 'refund', providerId, attemptId: null, id },
    isNews: refundNews.has(status),
  }
}

function notificationIn(raw: Buffer): z.infer<typeof Notification> {
  let body: unknown
  try {
    body = JSON.parse(raw.toString('utf8'))
  } catch (cause) {
    throw new DeliveryForged('It is not JSON', { cause })
  }
  const notification = Notification.safeParse(body)
  if (!notification.success) throw new DeliveryForged('It is no notification of YooKassa')
  return notification.data
}

/** @param networks  In CIDR notation. */
export function createNetworkCheck(networks: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
