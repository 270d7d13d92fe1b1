/** Time passes, and all that the providers have begun comes to its end. */
import { vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import { ProviderRefused } from '../../provider.ts'
import { isPossible, paymentsOf } from './provider-actions.ts'
import type { Life } from './run.ts'

export async function letAnswersArrive({ world, waiting }: Life): Promise<void> {
  world.troubles.letArrive()
  await Promise.all(waiting.splice(0).map(({ end }) => end))
}

/** Nobody waits for an answer that long; what a provider does by itself it does in its own, real time. */
export async function skip(life: Life, ms: number): Promise<void> {
  await letAnswersArrive(life)
  await letRefundsEnd(life)
  life.world.clock.advance(ms)
}

export async function pass(life: Life, ms: number): Promise<void> {
  await skip(life, ms)
  await life.world.settle()
}

/** Trouble ends, the providers close what nobody pays, and the hub has all the time it needs. */
export async function comeToRest(life: Life): Promise<void> {
  const { world, orders } = life
  world.troubles.clear()
  await world.control.clearFaults()
  await world.calmGameServer()
  await letAnswersArrive(life)
  await world.settle()
  await pass(life, DAY_MS + HOUR_MS)
  for (const orderId of orders) {
    for (const { id, provider } of await paymentsOf(life, orderId)) {
      if (provider === 'yookassa') await isPossible(world.control.decide(id, { outcome: 'abandon' }))
    }
  }
  await letPendingRefundsGo(life)
  // The audit a month after a payment finds what was returned or disputed and told to nobody.
  for (const ms of [2 * HOUR_MS, 2 * HOUR_MS, 31 * DAY_MS, 6 * HOUR_MS, 6 * HOUR_MS, 4 * DAY_MS])
    await pass(life, ms)
}

/** Refunds that were on their way arrive. Those of Stripe do so by themselves, in a second or two. */
export async function letPendingRefundsGo(life: Life): Promise<void> {
  const { control } = life.world
  for (const [id, trouble] of life.refundTroubles) {
    if (trouble !== 'pend') continue
    if (await isPossible(control.rig(id, { refunds: 'succeed' }))) life.refundTroubles.set(id, 'over')
  }
}

type Refunded = { refundId: string; provider: string; providerId: string }

/** Waits for every refund that its provider is about to end. */
async function letRefundsEnd(life: Life): Promise<void> {
  const { db } = life.world
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('attempts', 'attempts.id', 'refunds.attemptId')
    .select(['refunds.id as refundId', 'provider', 'providerId'])
    .where('refunds.orderId', 'in', life.orders)
    .where('refunds.state', '<>', 'failed')
    .execute()
  for (const refund of refunds as Refunded[]) {
    await vi.waitFor(
      async () => {
        if (await isUnderWay(life, refund)) throw new Error(`${refund.provider} is still returning money`)
      },
      { timeout: 15_000, interval: 100 },
    )
  }
}

/** By the provider's own books, whether or not the hub has heard what it calls the refund. */
async function isUnderWay(life: Life, { refundId, provider, providerId }: Refunded): Promise<boolean> {
  const { stripe, honest, sandboxUrl } = life.world
  const trouble = life.refundTroubles.get(providerId)
  if (provider === 'stripe') {
    if (trouble === undefined) return false
    const { data } = await stripe.refunds.list({ payment_intent: providerId })
    return data.some(({ status }) => status !== (trouble === 'fail' ? 'failed' : 'succeeded'))
  }
  if (trouble === 'pend') return false
  if (provider === 'yandex-pay') {
    const told = await honest['yandex-pay'].fetchRefund({ providerId, refundId }).catch(nullIfRefused)
    return told?.state === 'pending'
  }
  const answer = await fetch(`${sandboxUrl}/v3/refunds?payment_id=${providerId}&status=pending`, {
    headers: { authorization: `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}` },
  })
  return ((await answer.json()) as { items: unknown[] }).items.length > 0
}

function nullIfRefused(error: unknown): null {
  if (error instanceof ProviderRefused) return null
  throw error
}
