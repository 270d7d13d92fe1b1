import { Stripe } from 'stripe'
import { test as hubTest } from '../hub-test.ts'
import type { Player, TestHub } from '../test-hub.ts'
import { sandboxControl, stripeAt } from './sandbox-control.ts'

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

/** While a secret is rolled, Stripe signs with both. */
type DeliveryOptions = { times?: number; secrets?: string[] }

const webhookSecret = 'whsec_sandbox_stripe'

/** `test` with a hub, a logged-in player and a checkout at Stripe. */
export const test = hubTest.extend('checkout', ({ hub }) => stripeCheckout(hub))

/** Drives a checkout at the sandbox's Stripe. Its events reach the hub only when a test delivers them. */
export function stripeCheckout(hub: TestHub) {
  const control = sandboxControl(hub.sandboxUrl)
  const { decide } = control
  const stripe = stripeAt(hub.sandboxUrl)

  async function order(as: Player, itemId = hints): Promise<string> {
    return (await hub.callOk('POST /payments/create', { as, body: { itemId } })).id
  }

  const open = (as: Player, id: string) =>
    hub.callOk('GET /payments/stripe/create/{id}', { as, params: { id } })

  const get = (as: Player, id: string) => hub.callOk('GET /payments/get/{id}', { as, params: { id } })

  async function cancel(as: Player, paymentId: string, stripePaymentId: string) {
    const body = { paymentId, stripePaymentId }
    return (await hub.callOk('POST /payments/stripe/cancellation-payment', { as, body })).data
  }

  /** Orders an item and opens its payment. */
  async function orderAndOpen(as: Player, itemId = hints): Promise<{ orderId: string; intentId: string }> {
    const orderId = await order(as, itemId)
    return { orderId, intentId: (await open(as, orderId)).id }
  }

  /** Orders and pays an item, and runs every following job. */
  async function buy(as: Player, itemId = hints): Promise<{ orderId: string; intentId: string }> {
    const opened = await orderAndOpen(as, itemId)
    await decide(opened.intentId)
    await deliver(await fetchEvent(opened.intentId, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    return opened
  }

  async function fetchEvent(intentId: string, type: string): Promise<Stripe.Event> {
    const { data } = await stripe.events.list({ limit: 100 })
    const event = data.find((one) => one.type === type && (one.data.object as { id: string }).id === intentId)
    if (!event) throw new Error(`Stripe has no ${type} of ${intentId}`)
    return event
  }

  /** Delivers an event to the hub, all copies at once. @returns the response statuses */
  function deliver(event: unknown, { times = 1, secrets = [webhookSecret] }: DeliveryOptions = {}) {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(Date.now() / 1000)
    const signatures = secrets.map((secret) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    )
    const signature = [`t=${timestamp}`, ...signatures.map((each) => each.replace(/^t=\d+,/, ''))].join(',')
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
  /** Everything received by the sandbox's game server, newest first. */
  const webhooks = () => control.request(`/game-server/notices?project=${project}`) as Promise<Webhook[]>
  const emails = (to: string) =>
    control.request(`/mail/messages?to=${encodeURIComponent(to)}`) as Promise<Email[]>

  return {
    control,
    stripe,
    order,
    open,
    get,
    cancel,
    orderAndOpen,
    buy,
    decide,
    fetchEvent,
    deliver,
    purchases,
    webhooks,
    emails,
  }
}
