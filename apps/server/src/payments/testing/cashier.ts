import { Stripe } from 'stripe'
import type { Player, TestHub } from '../../testing/test-hub.ts'
import { sandboxControl } from './sandbox-control.ts'
import { stripeAt } from './stripe-account.ts'

export const hints = 'islandm3-hints'
export const boosters = 'islandm3-boosters'
export const project = 'islandm3'

type Webhook = {
  id: string
  verified: boolean
  answeredStatus: number
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Email = { to: string; subject: string; text: string; html: string }

type DeliveryOptions = { times?: number; secret?: string; signedAt?: number }

const webhookSecret = 'whsec_sandbox_stripe'

/** What a test does at the till: orders, pays at the sandbox's Stripe, and carries its webhooks to the hub by hand. */
export function cashierAt(hub: TestHub) {
  const { ask: onSandbox, decide } = sandboxControl(hub.sandboxUrl)
  const stripe = stripeAt(hub.sandboxUrl)

  async function order(as: Player, itemId = hints): Promise<string> {
    return (await hub.callOk('POST /payments/create', { as, body: { itemId } })).id
  }

  const open = (as: Player, id: string) =>
    hub.callOk('GET /payments/stripe/create/{id}', { as, params: { id } })

  const get = (as: Player, id: string) => hub.callOk('GET /payments/get/{id}', { as, params: { id } })

  const cancel = async (as: Player, paymentId: string, stripePaymentId: string) =>
    (
      await hub.callOk('POST /payments/stripe/cancellation-payment', {
        as,
        body: { paymentId, stripePaymentId },
      })
    ).data

  /** An order that is open at Stripe. */
  async function opened(as: Player, itemId = hints): Promise<{ orderId: string; intentId: string }> {
    const orderId = await order(as, itemId)
    return { orderId, intentId: (await open(as, orderId)).id }
  }

  /** A paid order, with all that follows done. */
  async function bought(as: Player, itemId = hints): Promise<{ orderId: string; intentId: string }> {
    const both = await opened(as, itemId)
    await decide(both.intentId)
    await deliver(await eventOf(both.intentId, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    return both
  }

  async function eventOf(intentId: string, type: string): Promise<Stripe.Event> {
    const { data } = await stripe.events.list({ limit: 100 })
    const event = data.find((one) => one.type === type && (one.data.object as { id: string }).id === intentId)
    if (!event) throw new Error(`Stripe has no ${type} of ${intentId}`)
    return event
  }

  /** Carries a webhook to the hub; all copies at once. @returns the statuses of the answers */
  function deliver(event: unknown, { times = 1, secret = webhookSecret, signedAt }: DeliveryOptions = {}) {
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: signedAt })
    const send = async () => {
      const response = await fetch(`${hub.url}/webhooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: payload,
      })
      return response.status
    }
    return Promise.all(Array.from({ length: times }, send))
  }

  const purchases = async (as: Player) => (await hub.callOk('GET /purchases', { as, query: {} })).data.result
  const webhooks = () => onSandbox(`/game-server/notices?project=${project}`) as Promise<Webhook[]>
  const letters = (to: string) => onSandbox(`/mail/messages?to=${encodeURIComponent(to)}`) as Promise<Email[]>

  return {
    stripe,
    order,
    open,
    get,
    cancel,
    opened,
    bought,
    decide,
    eventOf,
    deliver,
    onSandbox,
    purchases,
    webhooks,
    letters,
  }
}
