import { expect, vi } from 'vitest'
import type { Refund, RefundRequest } from '../../../src/payments/refunds/refund-order.ts'
import type { Player, TestHub } from '../test-hub.ts'
import type { ProviderCase } from './provider-cases.ts'
import { type ProviderCheckout, providerTest, startProviderCheckout } from './provider-checkout.ts'
import { providerAt } from './provider-environment.ts'

/** `providerTest` with a refund driver. */
export function refundTest(providerCase: ProviderCase) {
  return providerTest(providerCase).extend('refunds', ({ hub, player, checkout }) =>
    refundDriver(hub, player, checkout, providerCase),
  )
}

/** Like the `refundTest` fixtures, all members in one object. */
export async function startRefunds(providerCase: ProviderCase) {
  const started = await startProviderCheckout(providerCase)
  const { hub, player, checkout } = started
  return { ...started, ...(await refundDriver(hub, player, checkout, providerCase)) }
}

async function refundDriver(
  hub: TestHub,
  player: Player,
  checkout: ProviderCheckout,
  { provider: name, price }: ProviderCase,
) {
  const { db } = hub.context
  /** Reads the provider's own data. */
  const provider = await providerAt(hub.sandboxUrl, name)

  /** Orders and pays an item, and runs every following job. */
  async function buy(): Promise<{ orderId: string; id: string }> {
    const opened = await checkout.orderAndOpen(player)
    await checkout.deliver(await checkout.payAndCapture(opened.id))
    await hub.runDueJobs()
    return opened
  }

  /** Advances the clock by ten seconds and runs the due jobs. */
  async function advance(): Promise<void> {
    await hub.passTime(10_000)
  }

  /** A price percentage in whole minor units. */
  const share = (percent: number) => Math.floor((price.amountMinor * percent) / 100)

  const refund = (orderId: string, request: Partial<RefundRequest> = {}): Promise<Refund> =>
    hub.context.payments.refundOrder({
      orderId,
      reason: 'The item did not arrive',
      requestedBy: 'game',
      key: 'first',
      ...request,
    })

  const listRefunds = (orderId: string) =>
    db.selectFrom('refunds').selectAll().where('orderId', '=', orderId).orderBy('id').execute()

  /** Waits until the order has no pending refund. */
  async function finishRefunds(orderId: string) {
    return vi.waitFor(async () => {
      await advance()
      const refunds = await listRefunds(orderId)
      if (refunds.some(({ state }) => state === 'pending')) throw new Error('A refund is still pending')
      return refunds
    }, 20_000)
  }

  const getPurchase = (orderId: string) =>
    db
      .selectFrom('purchases')
      .select(['id', 'state'])
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow()

  const getPurchaseState = async (orderId: string) => (await getPurchase(orderId)).state

  /** Checks the refunded total in our rows, the player's history and the provider's data. */
  async function expectRefunded(orderId: string, id: string, refundedMinor: number): Promise<void> {
    const succeeded = (await listRefunds(orderId)).filter(({ state }) => state === 'succeeded')
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

  /** Webhook data about refunds and disputes, oldest first. */
  async function listWebhooks(orderId: string): Promise<Record<string, unknown>[]> {
    const webhooks = await db
      .selectFrom('webhooks')
      .select(['type', 'body', 'state'])
      .where('orderId', '=', orderId)
      .where('type', '<>', 'payment.paid')
      .orderBy('id')
      .execute()
    return webhooks.map(({ body }) => JSON.parse(body).data)
  }

  async function consume(orderId: string) {
    const params = { id: (await getPurchase(orderId)).id }
    return (await hub.call('POST /purchases/{id}/consume', { as: player, params })).body
  }

  return {
    provider,
    buy,
    advance,
    share,
    refund,
    listRefunds,
    finishRefunds,
    getPurchaseState,
    expectRefunded,
    listWebhooks,
    consume,
  }
}
