import { Stripe } from 'stripe'
import * as z from 'zod'
import { type EventSubject, ForgedEvent, type ProviderEvent, UnreadableEvent } from '../../provider.ts'

/** Stripe's default. */
const toleranceSeconds = 300

/** Final events of an intent. Others, such as a decline, are filed but not processed. */
const finalPaymentEvents = new Set(['payment_intent.succeeded', 'payment_intent.canceled'])

/** The fields read from an event and from any object in it. */
const Event = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({
    object: z.object({
      object: z.string().nullish(),
      id: z.string().nullish(),
      payment_intent: z.unknown().optional(),
      metadata: z.object({ attemptId: z.string().nullish() }).nullish(),
    }),
  }),
})
type EventObject = z.infer<typeof Event>['data']['object']

/** @throws ForgedEvent when the signature is missing, wrong or too old, UnreadableEvent when the shape is unknown */
export function verifyStripeEvent(
  raw: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): ProviderEvent {
  verifySignature(raw, signature, secret)
  const { id, type, data } = parseEvent(raw)
  const subject = findEventSubject(data.object)
  return { key: id, kind: type, subject, isActionable: isActionable(type, subject) }
}

function verifySignature(raw: Buffer, signature: string | string[] | undefined, secret: string): void {
  try {
    const { signature: signatures } = Stripe.webhooks
    if (!signatures) throw new Error('The library of Stripe verifies no signatures')
    signatures.verifyHeader(raw, signature ?? '', secret, toleranceSeconds)
  } catch (cause) {
    throw new ForgedEvent('Invalid Stripe signature', { cause })
  }
}

function parseEvent(raw: Buffer): z.infer<typeof Event> {
  try {
    return Event.parse(JSON.parse(raw.toString('utf8')))
  } catch (cause) {
    throw new UnreadableEvent('The body is not an event of Stripe', { cause })
  }
}

function findEventSubject({ object, id, payment_intent, metadata }: EventObject): EventSubject | null {
  const attemptId = metadata?.attemptId ?? null
  if (object === 'payment_intent' && id) return { of: 'payment', providerPaymentId: id, attemptId, id: null }
  if (typeof payment_intent !== 'string') return null
  const of = object === 'refund' || object === 'dispute' ? object : 'payment'
  return { of, providerPaymentId: payment_intent, attemptId: null, id: (of !== 'payment' && id) || null }
}

/** Every refund or dispute event is processed. */
function isActionable(type: string, subject: EventSubject | null): boolean {
  return subject?.of === 'payment' ? finalPaymentEvents.has(type) : subject !== null
}
