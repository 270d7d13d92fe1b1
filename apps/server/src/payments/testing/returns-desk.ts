import type { PaymentProvider } from '@playhub/contract'
import { expect, vi } from 'vitest'
import type { Refund, RefundWish } from '../refunds/refunds.ts'
import { startCounter } from './counter.ts'
import { providerAt } from './provider-world.ts'
import { stripeAt } from './stripe-account.ts'
import type { Way } from './ways.ts'

type Counter = Awaited<ReturnType<typeof startCounter>>

/** How the companies differ when money goes back. */
type ReturnHabits = {
  /** The fault of the call that returns money. */
  refund: string
  /** What the webhook of a refund that went through says. */
  refundNews: string
  /** Pays so that a refund fails after it was taken. */
  payUnreturnable(counter: Counter, id: string): Promise<unknown>
}

async function rigRefunds({ till: { control } }: Counter, id: string): Promise<void> {
  await control.rig(id, { refunds: 'fail' })
  await control.decide(id)
}

export const returnHabits: Record<PaymentProvider, ReturnHabits> = {
  stripe: {
    refund: 'stripe:refunds.create',
    refundNews: '"refund.created"',
    payUnreturnable: ({ hub }, id) =>
      stripeAt(hub.sandboxUrl).paymentIntents.confirm(id, {
        payment_method: 'pm_card_refundFail',
        return_url: 'https://hub.example',
      }),
  },
  yookassa: {
    refund: 'yookassa:refunds.create',
    refundNews: 'refund.succeeded',
    payUnreturnable: rigRefunds,
  },
  'yandex-pay': {
    refund: 'yandex-pay:orders.refund',
    refundNews: 'OPERATION_STATUS_UPDATED',
    payUnreturnable: rigRefunds,
  },
}

/** A counter where money is given back, and where our books are compared with the provider's. */
export async function startReturns(way: Way) {
  const counter = await startCounter(way)
  const { hub, player, till } = counter
  const { db } = hub.context
  const provider = providerAt(hub.sandboxUrl, way.provider)

  /** A paid order, with all that follows done. */
  async function bought(): Promise<{ orderId: string; id: string }> {
    const both = await till.opened(player)
    await till.deliver(await till.payTold(both.id))
    await hub.runDueJobs()
    return both
  }

  /** The hub's work, while the provider does its own; ten seconds pass each time. */
  async function pass(): Promise<void> {
    hub.clock.advance(10_000)
    await hub.runDueJobs()
  }

  /** A share of the price, in percent and whole minor units. */
  const share = (percent: number) => Math.floor((way.price.amountMinor * percent) / 100)

  const refund = (orderId: string, wish: Partial<RefundWish> = {}): Promise<Refund> =>
    hub.context.payments.refundOrder({
      orderId,
      reason: 'The item did not arrive',
      requestedBy: 'game',
      key: 'first',
      ...wish,
    })

  const refundsOf = (orderId: string) =>
    db.selectFrom('refunds').selectAll().where('orderId', '=', orderId).orderBy('id').execute()

  /** Waits until every refund of the order has come to its end. */
  async function ended(orderId: string) {
    return vi.waitFor(async () => {
      await pass()
      const refunds = await refundsOf(orderId)
      if (refunds.some(({ state }) => state === 'pending')) throw new Error('A refund is still on its way')
      return refunds
    }, 20_000)
  }

  const stateOf = async (orderId: string) =>
    (
      await db
        .selectFrom('purchases')
        .select('state')
        .where('orderId', '=', orderId)
        .executeTakeFirstOrThrow()
    ).state

  /** What went back, by our rows, our order, the player's history and the provider's own books. */
  async function expectBooks(orderId: string, id: string, refundedMinor: number): Promise<void> {
    const succeeded = (await refundsOf(orderId)).filter(({ state }) => state === 'succeeded')
    const history = await hub.callOk('GET /payments/get-user-payment', {
      as: player,
      query: { paymentId: orderId },
    })
    expect({
      rows: succeeded.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      history: history.data.result.refundedMinor,
      provider: (await provider.fetchPayment(id)).refundedMinor,
      status: history.data.result.status,
    }).toEqual({ rows: refundedMinor, history: refundedMinor, provider: refundedMinor, status: 'paid' })
    expect(await db.selectFrom('jobs').selectAll().where('state', '=', 'dead').execute()).toEqual([])
  }

  /** What the game server has been told of refunds and disputes, oldest first. */
  async function toldOf(orderId: string): Promise<Record<string, unknown>[]> {
    const webhooks = await db
      .selectFrom('webhooks')
      .select(['type', 'body', 'state'])
      .where('orderId', '=', orderId)
      .where('type', '<>', 'payment.paid')
      .orderBy('id')
      .execute()
    return webhooks.map(({ body }) => JSON.parse(body).data)
  }

  const consume = async (orderId: string) => {
    const { id } = await db
      .selectFrom('purchases')
      .select('id')
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow()
    return (await hub.call('POST /purchases/{id}/consume', { as: player, params: { id } })).body
  }

  const returns = { bought, pass, share, refund, refundsOf, ended, stateOf, expectBooks, toldOf, consume }
  return { ...counter, ...returns, counter, provider }
}
