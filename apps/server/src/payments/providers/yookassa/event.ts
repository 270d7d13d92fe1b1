import { BlockList, isIPv6 } from 'node:net'
import * as z from 'zod'
import { ForgedEvent, type ProviderEvent, ProviderRefused, UnreadableEvent } from '../../provider.ts'
import type { YooKassaClient } from './client.ts'
import { YooKassaPayment, YooKassaRefund } from './payment.ts'

const Notification = z.object({
  type: z.literal('notification'),
  event: z.string().max(64),
  object: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
})

/** Statuses to process: final ones, and money waiting for its capture. */
const actionablePayments = new Set(['succeeded', 'canceled', 'waiting_for_capture'])
const actionableRefunds = new Set(['succeeded', 'canceled'])

/**
 * Events are not signed, so the body only names the object to fetch. The event's key contains the fetched status: a
 * forged body cannot occupy the genuine event's key.
 * @throws ForgedEvent when YooKassa has no such object, UnreadableEvent when the shape is unknown, ProviderUnavailable
 *         when it does not respond
 */
export async function verifyYooKassaEvent(raw: Buffer, client: YooKassaClient): Promise<ProviderEvent> {
  const { event, object } = parseNotification(raw)
  try {
    if (event.startsWith('payment.')) return await paymentEvent(event, object.id, client)
    if (event.startsWith('refund.')) return await refundEvent(event, object.id, client)
  } catch (cause) {
    if (!(cause instanceof ProviderRefused)) throw cause
    throw new ForgedEvent(`YooKassa has no object for ${event}`, { cause })
  }
  return { key: `${event}:${object.id}`, kind: event, subject: null, isActionable: false }
}

async function paymentEvent(event: string, id: string, client: YooKassaClient): Promise<ProviderEvent> {
  const { status, metadata } = await client.get(`/payments/${id}`, YooKassaPayment)
  return {
    key: `${event}:${id}:${status}`,
    kind: event,
    subject: { of: 'payment', providerPaymentId: id, attemptId: metadata.attemptId ?? null, id: null },
    isActionable: actionablePayments.has(status),
  }
}

async function refundEvent(event: string, id: string, client: YooKassaClient): Promise<ProviderEvent> {
  const { status, payment_id: providerPaymentId } = await client.get(`/refunds/${id}`, YooKassaRefund)
  return {
    key: `${event}:${id}:${status}`,
    kind: event,
    subject: { of: 'refund', providerPaymentId, attemptId: null, id },
    isActionable: actionableRefunds.has(status),
  }
}

function parseNotification(raw: Buffer): z.infer<typeof Notification> {
  let body: unknown
  try {
    body = JSON.parse(raw.toString('utf8'))
  } catch (cause) {
    throw new ForgedEvent('The body is not JSON', { cause })
  }
  const notification = Notification.safeParse(body)
  if (!notification.success) throw new UnreadableEvent('The body is not a YooKassa notification')
  return notification.data
}

/** @param networks  CIDR notation. @returns  whether an IP, as in `request.ip`, belongs to them */
export function createNetworkCheck(networks: string[]): (ip: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [ip = '', prefix] = network.split('/')
    list.addSubnet(ip, Number(prefix), isIPv6(ip) ? 'ipv6' : 'ipv4')
  }
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}
