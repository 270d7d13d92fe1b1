import type { PaymentProvider } from '@playhub/contract'
import fc from 'fast-check'
import { vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Player } from '../../testing/test-hub.ts'
import { ProviderRefused } from '../providers/provider.ts'
import type { Posted } from './postbox.ts'
import type { RandomWorld } from './random-world.ts'
import type { SandboxPayment } from './sandbox-control.ts'
import type { Trouble } from './troubles.ts'
import { type Way, ways } from './ways.ts'

/** One player with some orders, to whom anything may happen. */
export type Life = {
  world: RandomWorld
  player: Player
  orders: string[]
  /** Webhooks that somebody has, to be carried to the hub as often as they like. */
  mail: Posted[]
  /** Payments being opened, whose provider has done its part and keeps the hub waiting for the answer. */
  waiting: { orderId: string; provider: PaymentProvider; end: Promise<unknown> }[]
  refundsAsked: number
}

/** What is known of a life before it is lived. */
export type Plan = { orders: number }
type Deed = { name: string; run(life: Life): Promise<unknown> }

const mostOrders = 3
const hints = 'islandm3-hints'
const wayOf = (name: PaymentProvider) => ways.find(({ provider }) => provider === name) as Way

export async function beginLife(world: RandomWorld): Promise<Life> {
  world.postbox.empty()
  await world.db.deleteFrom('jobs').where('state', '=', 'dead').execute()
  const life = { world, player: await world.signIn(), orders: [], mail: [], waiting: [], refundsAsked: 0 }
  await orderOneMore(life)
  return life
}

/** Anything that may happen, at these providers, in any order. */
export function anyDeeds(providers: PaymentProvider[], replayPath: string | undefined) {
  const which = fc.nat({ max: mostOrders - 1 })
  const provider = fc.constantFrom(...providers)
  const many = fc.integer({ min: 1, max: 3 })

  const order = fc.constant<Deed>({
    name: 'order',
    run: orderOneMore,
  })
  const open = fc.record({ which, provider }).map(
    ({ which, provider }): Deed => ({
      name: `open ${which} at ${provider}`,
      run: (life) => openAt(life, which, provider),
    }),
  )
  const openSlowly = fc.record({ which, provider }).map(
    ({ which, provider }): Deed => ({
      name: `open ${which} at ${provider}, which takes its time`,
      async run(life) {
        const { world, waiting } = life
        const { end, isWaiting } = await world.troubles.leaveWaiting(provider, () =>
          openAt(life, which, provider),
        )
        if (isWaiting) waiting.push({ orderId: orderAt(life.orders, which), provider, end })
      },
    }),
  )
  const pay = fc.record({ which, nth: fc.nat({ max: 3 }), told: fc.boolean() }).map(
    ({ which, nth, told }): Deed => ({
      name: `pay ${which}, payment ${nth}${told ? ', and catch the webhook' : ''}`,
      run: (life) => decide(life, which, nth, { outcome: 'succeed' }, told),
    }),
  )
  const giveUp = fc
    .record({
      which,
      nth: fc.nat({ max: 3 }),
      outcome: fc.constantFrom('decline', 'abandon'),
      told: fc.boolean(),
    })
    .map(
      ({ which, nth, outcome, told }): Deed => ({
        name: `${outcome} ${which}, payment ${nth}${told ? ', and catch the webhook' : ''}`,
        run: (life) => decide(life, which, nth, { outcome } as { outcome: 'decline' }, told),
      }),
    )
  const forge = fc.record({ which, outcome: fc.constantFrom('succeed', 'abandon') }).map(
    ({ which, outcome }): Deed => ({
      name: `forge a webhook: ${outcome} ${which}`,
      run: (life) => forgeNews(life, which, outcome as 'succeed'),
    }),
  )
  const deskRefund = which.map(
    (which): Deed => ({
      name: `refund ${which} at the provider's desk`,
      run: (life) => decide(life, which, 0, { outcome: 'refund' }, which === 1),
    }),
  )
  const deliver = fc.record({ nth: fc.nat({ max: 9 }), times: many }).map(
    ({ nth, times }): Deed => ({
      name: `deliver webhook ${nth}, ${times} at once`,
      async run({ world, mail }) {
        const posted = mail[nth % Math.max(1, mail.length)]
        if (posted) await Promise.all(Array.from({ length: times }, () => world.deliver(posted)))
      },
    }),
  )
  const poll = which.map(
    (which): Deed => ({
      name: `look at ${which}`,
      run: (life) => pollOrder(life, which),
    }),
  )
  const cancel = which.map(
    (which): Deed => ({
      name: `cancel ${which}`,
      run: ({ world, player, orders }) =>
        world.call('POST /payments/cancel', { as: player, body: { paymentId: orderAt(orders, which) } }),
    }),
  )
  const markPending = which.map(
    (which): Deed => ({
      name: `say that ${which} is pending`,
      run: ({ world, player, orders }) =>
        world.call('GET /payments/set-pending/{id}', { as: player, params: { id: orderAt(orders, which) } }),
    }),
  )
  const refund = fc.record({ which, percent: fc.constantFrom(10, 50, 100) }).map(
    ({ which, percent }): Deed => ({
      name: `return ${percent}% of ${which}`,
      run: (life) => askForRefund(life, which, percent),
    }),
  )
  const consume = which.map(
    (which): Deed => ({
      name: `use what ${which} bought`,
      run: (life) => consumeItem(life, which),
    }),
  )
  const trouble = fc
    .record({
      provider,
      kind: fc.constantFrom<Trouble[]>('lost call', 'lost answer', 'senseless no'),
      times: many,
    })
    .map(
      ({ provider, kind, times }): Deed => ({
        name: `${kind} ${times} times at ${provider}`,
        run: async ({ world }) => world.troubles.order(provider, kind, times),
      }),
    )
  const stumble = fc
    .record({ provider, kind: fc.constantFrom('500', '429', 'reset', '500-after-commit') })
    .map(
      ({ provider, kind }): Deed => ({
        name: `${kind} once on the wire to ${provider}`,
        run: ({ world }) => world.control.fault(provider, kind),
      }),
    )
  const angryGame = fc.constant<Deed>({
    name: 'the game server fails twice',
    run: ({ world }) =>
      world.control.ask('/game-server/behaviour', { project: 'islandm3', status: 500, times: 2 }),
  })
  const answersArrive = fc.constant<Deed>({
    name: 'late answers arrive',
    run: letAnswersArrive,
  })
  const work = fc.constant<Deed>({ name: 'the hub works', run: ({ world }) => world.settle() })
  const round = fc.constant<Deed>({
    name: 'a round of reconciliation',
    run: (life) => pass(life, 5 * MINUTE_MS),
  })
  const time = fc.constantFrom(HOUR_MS, DAY_MS - 2 * HOUR_MS, DAY_MS + HOUR_MS).map(
    (ms): Deed => ({
      name: `${ms / HOUR_MS} hours pass`,
      run: (life) => skip(life, ms),
    }),
  )
  const restart = fc.constant<Deed>({ name: 'the hub is started anew', run: ({ world }) => world.restart() })

  const racing = fc.oneof(open, poll, deliver, cancel, refund, consume, pay, work)
  const race = fc.tuple(racing, racing).map(
    ([one, other]): Deed => ({
      name: `${one.name}, while: ${other.name}`,
      run: (life) => Promise.all([one.run(life), other.run(life)]),
    }),
  )

  // How often each is here is how often it happens.
  const deeds = [
    ...[order, open, open, open, open, open, openSlowly, openSlowly, pay, pay, pay, pay, pay, pay],
    ...[deliver, deliver, deliver, race, race, race, race, giveUp, forge, poll, cancel, markPending],
    ...[work, work, work, round, time, trouble, trouble, answersArrive, refund, refund, deskRefund],
    ...[consume, angryGame, restart, stumble],
  ]
  return fc.commands(
    deeds.map((deed) => deed.map(toCommand)),
    { maxCommands: 25, size: 'max', ...(replayPath !== undefined && { replayPath }) },
  )
}

function toCommand({ name, run }: Deed): fc.AsyncCommand<Plan, Life> {
  return {
    check: (plan) => name !== 'order' || plan.orders < mostOrders,
    async run(plan, life) {
      if (name === 'order') plan.orders += 1
      await run(life)
    },
    toString: () => name,
  }
}

async function orderOneMore({ world, player, orders }: Life) {
  const made = await world.call('POST /payments/create', { as: player, body: { itemId: hints } })
  if (!made.ok) throw new Error(`Nothing could be ordered: ${made.body.code}`)
  orders.push(made.body.id)
}

const orderAt = (orders: string[], which: number) => orders[which % orders.length] as string

async function openAt({ world, player, orders }: Life, which: number, provider: PaymentProvider) {
  await wayOf(provider).open(world, player, orderAt(orders, which))
}

async function pollOrder({ world, player, orders }: Life, which: number) {
  world.clock.advance(SECOND_MS)
  await world.call('GET /payments/get/{id}', { as: player, params: { id: orderAt(orders, which) } })
}

/** What the providers have of an order, newest first. */
export async function paymentsOf({ world }: Life, orderId: string): Promise<SandboxPayment[]> {
  const newest = (await world.control.ask('/control/payments?limit=100')) as SandboxPayment[]
  return newest.filter(({ hubPaymentId }) => hubPaymentId === orderId)
}

/**
 * One that a buyer can have before them: the hub knows of it, or will when it hears the answer. What was opened with an
 * answer that got lost nobody can pay: its secret is in no browser.
 */
async function reachablePayment(life: Life, which: number, nth: number): Promise<SandboxPayment | undefined> {
  const { world, orders, waiting } = life
  const orderId = orderAt(orders, which)
  const bound = await world.db
    .selectFrom('attempts')
    .select('providerId')
    .where('orderId', '=', orderId)
    .where('providerId', 'is not', null)
    .execute()
  const known = new Set(bound.map(({ providerId }) => providerId))
  const payments = await paymentsOf(life, orderId)
  const beingOpened = waiting
    .filter((each) => each.orderId === orderId)
    .map((each) => payments.find(({ provider }) => provider === each.provider)?.id)
  const reachable = payments.filter(({ id }) => known.has(id) || beingOpened.includes(id))
  return reachable[nth % Math.max(1, reachable.length)]
}

type Decision = Parameters<RandomWorld['control']['decide']>[1]

/** Something happens at a provider. @param isCaught  Whether its webhook is kept, to be delivered some time. */
async function decide(life: Life, which: number, nth: number, decision: Decision, isCaught: boolean) {
  const payment = await reachablePayment(life, which, nth)
  if (!payment || !(await isPossible(life.world.control.decide(payment.id, decision)))) return
  if (isCaught) await catchNews(life, payment.id)
}

async function forgeNews(life: Life, which: number, outcome: 'succeed' | 'abandon') {
  const { world } = life
  const payment = await reachablePayment(life, which, 0)
  if (!payment) return
  world.postbox.empty()
  if (!(await isPossible(world.control.decide(payment.id, { outcome, webhook: 'forge' })))) return
  life.mail.push(await world.postbox.take(payment.id))
}

async function catchNews({ world, mail }: Life, id: string) {
  world.postbox.empty()
  await world.control.replay(id)
  mail.push(await world.postbox.take(id))
}

/** The sandbox answers 409 to what a payment is in no state for. */
async function isPossible(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if ((error as Error).message.includes('answered 409')) return false
    throw error
  }
}

async function askForRefund(life: Life, which: number, percent: number) {
  const { world, orders } = life
  const orderId = orderAt(orders, which)
  const { amountMinor } = await world.db
    .selectFrom('orders')
    .select('amountMinor')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  life.refundsAsked += 1
  const wish = { orderId, reason: 'Any', requestedBy: 'game', key: String(life.refundsAsked) } as const
  try {
    await world
      .payments()
      .refundOrder({ ...wish, amountMinor: Math.max(1, Math.floor(((amountMinor ?? 0) * percent) / 100)) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function consumeItem({ world, player, orders }: Life, which: number) {
  const bought = await world.db
    .selectFrom('purchases')
    .select('id')
    .where('orderId', '=', orderAt(orders, which))
    .executeTakeFirst()
  if (bought) await world.call('POST /purchases/{id}/consume', { as: player, params: { id: bought.id } })
}

async function letAnswersArrive({ world, waiting }: Life): Promise<void> {
  world.troubles.letArrive()
  await Promise.all(waiting.splice(0).map(({ end }) => end))
}

/** Nobody waits for an answer that long, and no refund is under way at a provider for hours. */
async function skip(life: Life, ms: number): Promise<void> {
  await letAnswersArrive(life)
  await letRefundsEnd(life)
  life.world.clock.advance(ms)
}

async function pass(life: Life, ms: number): Promise<void> {
  await skip(life, ms)
  await life.world.settle()
}

/** Yandex Pay takes a second of real time for a refund. */
async function letRefundsEnd({ world }: Life): Promise<void> {
  const pending = await world.db
    .selectFrom('refunds')
    .innerJoin('attempts', 'attempts.id', 'refunds.attemptId')
    .select(['refunds.id', 'providerId'])
    .where('refunds.state', '=', 'pending')
    .where('provider', '=', 'yandex-pay')
    .execute()
  for (const { id, providerId } of pending) {
    await vi.waitFor(
      async () => {
        const told = await world.honest['yandex-pay']
          .fetchRefund({ providerId: providerId ?? '', refundId: id })
          .catch(nullIfRefused)
        if (told?.state === 'pending') throw new Error('Yandex Pay is still returning money')
      },
      { timeout: 10_000, interval: 100 },
    )
  }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof ProviderRefused) return null
  throw error
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
  // The audit a month after a payment finds what was returned at a desk and told to nobody.
  for (const ms of [2 * HOUR_MS, 2 * HOUR_MS, 31 * DAY_MS, 6 * HOUR_MS, 6 * HOUR_MS]) await pass(life, ms)
}
