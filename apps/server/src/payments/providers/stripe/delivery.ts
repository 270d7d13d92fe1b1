import { Stripe } from 'stripe'
import { type Delivery, DeliveryForged } from '../provider.ts'

/** With these an intent has come to its end; a decline or a wait ends nothing, so other events are only kept. */
const news = new Set(['payment_intent.succeeded', 'payment_intent.canceled'])

/** @throws DeliveryForged when the signature is missing, wrong or old. */
export function readStripeDelivery(
  raw: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Delivery {
  const event = verified(raw, signature, secret)
  const object = event.data.object as { object?: string; id?: string; payment_intent?: unknown }
  const isIntent = object.object === 'payment_intent'
  const { metadata } = object as { metadata?: Record<string, string> }
  return {
    key: event.id,
    kind: event.type,
    providerId: (isIntent ? object.id : idOf(object.payment_intent)) ?? null,
    attemptId: (isIntent && metadata?.attemptId) || null,
    isNews: news.has(event.type),
  }
}

function verified(raw: Buffer, signature: string | string[] | undefined, secret: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(raw, signature ?? '', secret)
  } catch (cause) {
    throw new DeliveryForged('The Stripe signature does not hold', { cause })
  }
}

function idOf(reference: unknown): string | undefined {
  return typeof reference === 'string' ? reference : undefined
}
