import { expect } from 'vitest'
import { test as hubTest } from '../hub-test.ts'
import { type HubOptions, type Player, startTestHub, type TestHub } from '../test-hub.ts'
import { type CapturedEvent, type EventCapture, startEventCapture } from './event-capture.ts'
import type { ProviderCase } from './provider-cases.ts'
import { type SandboxPayment, sandboxControl } from './sandbox-control.ts'
import { hints, stripeCheckout } from './stripe-checkout.ts'

/**
 * `test` with a hub, a logged-in player and a checkout at one provider. The provider's events are captured; a test
 * delivers them in any number and order.
 */
export function providerTest(providerCase: ProviderCase) {
  return hubTest
    .extend('events', () => startEventCapture())
    .extend('hubOptions', ({ events }): HubOptions => ({ webhooksTo: events.url }))
    .extend('checkout', ({ hub, events }) => providerCheckout(hub, providerCase, events))
}

/** Like the `providerTest` fixtures, with options for the hub. */
export async function startProviderCheckout(providerCase: ProviderCase, options: HubOptions = {}) {
  const events = await startEventCapture()
  const hub = await startTestHub({ ...options, webhooksTo: events.url })
  return { hub, player: await hub.logIn(), checkout: providerCheckout(hub, providerCase, events) }
}

export type ProviderCheckout = ReturnType<typeof providerCheckout>

function providerCheckout(hub: TestHub, providerCase: ProviderCase, events: EventCapture) {
  const control = sandboxControl(hub.sandboxUrl)
  const { order, get, purchases, webhooks } = stripeCheckout(hub)

  /** The order's newest payment at this provider. */
  async function getPayment(orderId: string): Promise<SandboxPayment> {
    const payments = await control.payments()
    const found = payments.find(
      (payment) => payment.provider === providerCase.provider && payment.hubPaymentId === orderId,
    )
    if (!found) throw new Error(`${providerCase.provider} has no payment of order ${orderId}`)
    return found
  }

  async function open(as: Player, orderId: string): Promise<string> {
    const opened = await providerCase.open(hub, as, orderId)
    if ('refusal' in opened) throw new Error(`${providerCase.provider} was not opened: ${opened.refusal}`)
    return opened.clientToken
  }

  async function findRefusal(as: Player, orderId: string): Promise<string | undefined> {
    const opened = await providerCase.open(hub, as, orderId)
    return 'refusal' in opened ? opened.refusal : undefined
  }

  /** Orders an item and opens its payment. */
  async function orderAndOpen(as: Player): Promise<{ orderId: string; id: string }> {
    const orderId = await order(as, hints)
    await open(as, orderId)
    return { orderId, id: (await getPayment(orderId)).id }
  }

  /** Pays at the provider, which sends no event. */
  const pay = (id: string) => control.decide(id)

  /** Pays at the provider. @returns  its event */
  async function payAndCapture(id: string): Promise<CapturedEvent> {
    await control.decide(id, { webhook: 'send' })
    return events.take(providerCase.paidEvent)
  }

  /** Delivers an event to the hub, all copies at once. @returns  the response statuses */
  function deliver({ raw, headers }: CapturedEvent, times = 1): Promise<number[]> {
    const send = async () => {
      const response = await fetch(`${hub.url}${providerCase.eventPath}`, {
        method: 'POST',
        headers: Object.fromEntries(
          ['content-type', 'stripe-signature'].flatMap((name) => {
            const value = headers[name]
            return typeof value === 'string' ? [[name, value]] : []
          }),
        ),
        body: new Uint8Array(raw),
      })
      return response.status
    }
    return Promise.all(Array.from({ length: times }, send))
  }

  /** Invariants of every paid order. */
  async function expectPaidOnce(orderId: string): Promise<void> {
    const { db } = hub.context
    const orders = await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute()
    const { provider, price } = providerCase
    expect(orders).toMatchObject([{ status: 'paid', provider, ...price }])
    const granted = await db.selectFrom('purchases').select('state').where('orderId', '=', orderId).execute()
    expect(granted).toEqual([{ state: 'granted' }])
    const filed = await db
      .selectFrom('webhooks')
      .select(['id', 'state'])
      .where('orderId', '=', orderId)
      .execute()
    expect(filed).toEqual([{ id: expect.any(String), state: 'delivered' }])
    expect(await webhooks()).toMatchObject([{ id: filed[0]?.id, verified: true }])
    const receipts = await db.selectFrom('receipts').select('id').where('orderId', '=', orderId).execute()
    expect(receipts).toHaveLength(1)
    expect(await db.selectFrom('jobs').selectAll().where('state', '=', 'dead').execute()).toEqual([])
  }

  return {
    control,
    order,
    get,
    purchases,
    getPayment,
    open,
    findRefusal,
    orderAndOpen,
    pay,
    payAndCapture,
    take: events.take,
    deliver,
    expectPaidOnce,
  }
}
