import { Stripe } from 'stripe'
import { type EventSubject, ForgedEvent, type ProviderEvent } from '../../provider.ts'

/** Events that end an intent. Others, such as a decline, are filed but not processed. */
const finalPaymentEvents = new Set(['payment_intent.succeeded', 'payment_intent.canceled'])

/** @throws ForgedEvent when the signature is missing, wrong or too old */
export function verifyStripeEvent(
  raw: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): ProviderEvent {
  const event = verifySignature(raw, signature, secret)
  const subject = subjectOf(event.data.object as EventObject)
  return { key: event.id, kind: event.type, subject, isActionable: isActionable(event.type, subject) }
}

function verifySignature(
  raw: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(raw, signature ?? '', secret)
  } catch (cause) {
    throw new ForgedEvent('Invalid Stripe signature', { cause })
  }
}

/** The fields read from any object of an event. */
type EventObject = {
  object?: string
  id?: string
  payment_intent?: unknown
  metadata?: Record<string, string> | null
}

function subjectOf({ object, id, payment_intent, metadata }: EventObject): EventSubject | null {
  const attemptId = metadata?.attemptId ?? null
  if (object === 'payment_intent' && id) return { of: 'payment', providerPaymentId: id, attemptId, id: null }
  if (typeof payment_intent !== 'string') return null
  const of = object === 'refund' || object === 'dispute' ? object : 'payment'
  return { of, providerPaymentId: payment_intent, attemptId: null, id: (of !== 'payment' && id) || null }
}

/** Every event of a refund or dispute is processed. */
function isActionable(type: string, subject: EventSubject | null): boolean {
  return subject?.of === 'payment' ? finalPaymentEvents.has(type) : subject !== null
}
