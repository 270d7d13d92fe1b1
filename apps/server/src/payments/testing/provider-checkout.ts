import { expect } from 'vitest'
import { type Player, startTestHub, type TestHub } from '../../testing/test-hub.ts'
import { type Postbox, type Posted, startPostbox } from './event-capture.ts'
import type { Way } from './provider-cases.ts'
import { type SandboxPayment, sandboxControl } from './sandbox-control.ts'
import { cashierAt, hints } from './stripe-checkout.ts'

type HubOptions = NonNullable<Parameters<typeof startTestHub>[0]>

/**
 * A hub, a player and one way to pay. The provider's webhooks come to a postbox: a test carries them to the hub by hand,
 * as often and in the order it likes, and sees what they are answered.
 */
export async function startCounter(way: Way, options: HubOptions = {}) {
  const postbox = await startPostbox()
  const hub = await startTestHub({ ...options, webhooksTo: postbox.url })
  return { hub, player: await hub.signIn(), till: counterAt(hub, way, postbox) }
}

function counterAt(hub: TestHub, way: Way, postbox: Postbox) {
  const control = sandboxControl(hub.sandboxUrl)
  const { order, get, purchases, webhooks } = cashierAt(hub)

  /** The newest payment of the order at this provider. */
  async function paymentOf(orderId: string): Promise<SandboxPayment> {
    const payments = await control.payments()
    const found = payments.find((one) => one.provider === way.provider && one.hubPaymentId === orderId)
    if (!found) throw new Error(`${way.provider} has no payment of order ${orderId}`)
    return found
  }

  async function open(as: Player, orderId: string): Promise<string> {
    const opened = await way.open(hub, as, orderId)
    if ('refusal' in opened) throw new Error(`${way.provider} was not opened: ${opened.refusal}`)
    return opened.handover
  }

  const refusalOf = async (as: Player, orderId: string) => {
    const opened = await way.open(hub, as, orderId)
    return 'refusal' in opened ? opened.refusal : undefined
  }

  /** An order that is open at the provider. */
  async function opened(as: Player): Promise<{ orderId: string; id: string }> {
    const orderId = await order(as, hints)
    await open(as, orderId)
    return { orderId, id: (await paymentOf(orderId)).id }
  }

  /** The provider takes the money and tells nobody. */
  const pay = (id: string) => control.decide(id)

  /** The provider takes the money. @returns  the webhook that says so */
  async function payTold(id: string): Promise<Posted> {
    await control.decide(id, { webhook: 'send' })
    return postbox.take(way.paidNews)
  }

  /** Carries a webhook to the hub; all copies at once. @returns  the statuses of the answers */
  function deliver({ raw, headers }: Posted, times = 1): Promise<number[]> {
    const send = async () => {
      const response = await fetch(`${hub.url}${way.webhookPath}`, {
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

  /** What must be true of a paid order, however it came about. */
  async function expectPaidOnce(orderId: string): Promise<void> {
    const { db } = hub.context
    const orders = await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute()
    expect(orders).toMatchObject([{ status: 'paid', provider: way.provider, ...way.price }])
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
    paymentOf,
    open,
    refusalOf,
    opened,
    pay,
    payTold,
    take: postbox.take,
    deliver,
    expectPaidOnce,
  }
}
