/** What a player, a game and an operator do at the hub. */
import type { PaymentProvider } from '@playhub/contract'
import { SECOND_MS } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type Way, ways } from '../provider-cases.ts'
import { paymentsOf } from './provider-actions.ts'
import { type Life, orderAt } from './run.ts'

export async function openAt(life: Life, which: number, name: PaymentProvider): Promise<void> {
  const way = ways.find(({ provider }) => provider === name) as Way
  await way.open(life.world, life.player, orderAt(life, which))
}

/** The provider does its part, and its answer comes when late answers arrive. */
export async function openSlowly(life: Life, which: number, provider: PaymentProvider): Promise<void> {
  const open = () => openAt(life, which, provider)
  const { end, isWaiting } = await life.world.troubles.leaveWaiting(provider, open)
  if (!isWaiting) return
  // What the answer is about: later ones may be made while it is awaited.
  const newest = (await paymentsOf(life, orderAt(life, which))).find((each) => each.provider === provider)
  life.waiting.push({ paymentId: newest?.id, end })
}

export async function lookAt(life: Life, which: number): Promise<void> {
  const { world, player } = life
  world.clock.advance(SECOND_MS)
  await world.call('GET /payments/get/{id}', { as: player, params: { id: orderAt(life, which) } })
}

export async function cancel(life: Life, which: number): Promise<void> {
  const body = { paymentId: orderAt(life, which) }
  await life.world.call('POST /payments/cancel', { as: life.player, body })
}

export async function markPending(life: Life, which: number): Promise<void> {
  const params = { id: orderAt(life, which) }
  await life.world.call('GET /payments/set-pending/{id}', { as: life.player, params })
}

/** @param isAgain  Under the key of the refund before: it must stay one refund. */
export async function askForRefund(
  life: Life,
  which: number,
  percent: number,
  isAgain: boolean,
): Promise<void> {
  const orderId = orderAt(life, which)
  const { amountMinor } = await life.world.db
    .selectFrom('orders')
    .select('amountMinor')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (!isAgain) life.refundsAsked += 1
  const key = String(life.refundsAsked)
  const sum = Math.max(1, Math.floor(((amountMinor ?? 0) * percent) / 100))
  try {
    await life.world
      .payments()
      .refundOrder({ orderId, reason: 'Any', requestedBy: 'game', key, amountMinor: sum })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

export async function consume(life: Life, which: number): Promise<void> {
  const { world, player } = life
  const bought = await world.db
    .selectFrom('purchases')
    .select('id')
    .where('orderId', '=', orderAt(life, which))
    .executeTakeFirst()
  if (bought) await world.call('POST /purchases/{id}/consume', { as: player, params: { id: bought.id } })
}

/** Somebody carries a webhook to the hub, several at once. */
export async function deliver({ world, mail }: Life, nth: number, times: number): Promise<void> {
  const posted = mail[nth % Math.max(1, mail.length)]
  if (posted) await Promise.all(Array.from({ length: times }, () => world.deliver(posted)))
}
