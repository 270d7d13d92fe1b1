import { Stripe } from 'stripe'
import { type Delivery, DeliveryForged, type DeliverySubject } from '../../provider.ts'

/** With these an intent has come to its end; a decline or a wait ends nothing, so other events are only kept. */
const paymentNews = new Set(['payment_intent.succeeded', 'payment_intent.canceled'])

/** @throws DeliveryForged when the signature is missing, wrong or old. */
export function readStripeDelivery(
  raw: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Delivery {
  const event = verified(raw, signature, secret)
  const subject = subjectOf(event.data.object as EventObject)
  return { key: event.id, kind: event.type, subject, isNews: isNews(event.type, subject) }
}

function verified(raw: Buffer, signature: string | string[] | undefined, secret: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(raw, signature ?? '', secret)
  } catch (cause) {
    throw new DeliveryForged('The Stripe signature does not hold', { cause })
  }
}

/** What every object of an event may have. */
type EventObject = {
  object?: string
  id?: string
  payment_intent?: unknown
  metadata?: Record<string, string> | null
}

function subjectOf({ object, id, payment_intent, metadata }: EventObject): DeliverySubject | null {
  const attemptId = metadata?.attemptId ?? null
  if (object === 'payment_intent' && id) return { of: 'payment', providerId: id, attemptId, id: null }
  if (typeof payment_intent !== 'string') return null
  const of = object === 'refund' || object === 'dispute' ? object : 'payment'
  return { of, providerId: payment_intent, attemptId: null, id: (of !== 'payment' && id) || null }
}

/** Whatever happens to a refund or a dispute is worth a question. */
function isNews(type: string, subject: DeliverySubject | null): boolean {
  return subject?.of === 'payment' ? paymentNews.has(type) : subject !== null
}
