import type { PaymentProvider } from '@playhub/contract'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'
import type { Trouble } from './faults.ts'
import * as hub from './hub-actions.ts'
import * as outside from './provider-actions.ts'
import { type Life, mostOrders, orderOneMore, type RefundTrouble } from './run.ts'
import { letAnswersArrive, letPendingRefundsGo, pass, skip } from './time.ts'

/** What is known of a life before it is lived. */
export type Plan = { orders: number }
type Deed = { name: string; run(life: Life): Promise<unknown> }

const ordering = 'order'
const does = (name: string, run: Deed['run']): fc.Arbitrary<Deed> => fc.constant({ name, run })
const ifTold = (isTold: boolean) => (isTold ? ', and catch the webhook' : '')

const which = fc.nat({ max: mostOrders - 1 })
const nth = fc.nat({ max: 3 })
const told = fc.boolean()
const times = fc.integer({ min: 1, max: 3 })

/** Anything that may happen, at these providers, in any order. */
export function anyDeeds(providers: PaymentProvider[], replayPath: string | undefined) {
  const often = [...playing(providers), ...atProviders()]
  const seldom = [...returning(), ...(providers.includes('stripe') ? disputing() : [])]
  const deeds = [...often, ...seldom, ...running(providers), does(ordering, orderOneMore)]
  return fc.commands(
    deeds.map((deed) => deed.map(toCommand)),
    { maxCommands: 25, size: 'max', ...(replayPath !== undefined && { replayPath }) },
  )
}

function toCommand({ name, run }: Deed): fc.AsyncCommand<Plan, Life> {
  return {
    check: (plan) => name !== ordering || plan.orders < mostOrders,
    async run(plan, life) {
      if (name === ordering) plan.orders += 1
      await run(life)
    },
    toString: () => name,
  }
}

// In each list below, how often a deed is there is how often it happens.

/** What a player does, alone or in two places at once. */
function playing(providers: PaymentProvider[]): fc.Arbitrary<Deed>[] {
  const provider = fc.constantFrom(...providers)
  const open = fc.record({ which, provider }).map(({ which, provider }) => ({
    name: `open ${which} at ${provider}`,
    run: (life: Life) => hub.openAt(life, which, provider),
  }))
  const openSlowly = fc.record({ which, provider }).map(({ which, provider }) => ({
    name: `open ${which} at ${provider}, which takes its time`,
    run: (life: Life) => hub.openSlowly(life, which, provider),
  }))
  const look = which.map((which) => ({
    name: `look at ${which}`,
    run: (life: Life) => hub.lookAt(life, which),
  }))
  const cancel = which.map((which) => ({
    name: `cancel ${which}`,
    run: (life: Life) => hub.cancel(life, which),
  }))
  const markPending = which.map((which) => ({
    name: `say that ${which} is pending`,
    run: (life: Life) => hub.markPending(life, which),
  }))
  const consume = which.map((which) => ({
    name: `use what ${which} bought`,
    run: (life: Life) => hub.consume(life, which),
  }))
  const work = does('the hub works', ({ world }) => world.settle())
  const racing = fc.oneof(open, look, delivering, cancel, refunding, consume, paying, work)
  const race = fc.tuple(racing, racing).map(([one, other]) => ({
    name: `${one.name}, while: ${other.name}`,
    run: (life: Life) => Promise.all([one.run(life), other.run(life)]),
  }))
  return [
    ...[open, open, open, open, open, openSlowly, openSlowly, race, race, race, race],
    ...[look, cancel, markPending, consume, work, work, work],
  ]
}

const paying = fc.record({ which, nth, told }).map(({ which, nth, told }) => ({
  name: `pay ${which}, payment ${nth}${ifTold(told)}`,
  run: (life: Life) => outside.decide(life, which, nth, { outcome: 'succeed' }, told),
}))

const delivering = fc.record({ nth: fc.nat({ max: 9 }), times }).map(({ nth, times }) => ({
  name: `deliver webhook ${nth}, ${times} at once`,
  run: (life: Life) => hub.deliver(life, nth, times),
}))

const refunding = fc
  .record({ which, percent: fc.constantFrom(10, 25, 50, 100), again: fc.nat({ max: 3 }) })
  .map(({ which, percent, again }) => ({
    name: `return ${percent}% of ${which}${again === 0 ? ', again' : ''}`,
    run: (life: Life) => hub.askForRefund(life, which, percent, again === 0),
  }))

/** What buyers and strangers do at the providers. */
function atProviders(): fc.Arbitrary<Deed>[] {
  const outcome = fc.constantFrom('decline' as const, 'abandon' as const)
  const giveUp = fc.record({ which, nth, outcome, told }).map(({ which, nth, outcome, told }) => ({
    name: `${outcome} ${which}, payment ${nth}${ifTold(told)}`,
    run: (life: Life) => outside.decide(life, which, nth, { outcome }, told),
  }))
  const claim = fc.constantFrom('succeed' as const, 'abandon' as const)
  const forge = fc.record({ which, claim }).map(({ which, claim }) => ({
    name: `forge a webhook: ${claim} ${which}`,
    run: (life: Life) => outside.forgeNews(life, which, claim),
  }))
  return [...Array(6).fill(paying), ...Array(3).fill(delivering), giveUp, forge]
}

/** Money goes back, or tries to. */
function returning(): fc.Arbitrary<Deed>[] {
  const trouble = fc.constantFrom<RefundTrouble[]>('fail', 'pend')
  const payOddly = fc.record({ which, nth, trouble, told }).map(({ which, nth, trouble, told }) => ({
    name: `pay ${which}, payment ${nth}, whose refunds ${trouble}${ifTold(told)}`,
    run: (life: Life) => outside.payOddly(life, which, nth, trouble, told),
  }))
  const atDesk = fc.record({ which, told }).map(({ which, told }) => ({
    name: `refund ${which} at the provider's desk${ifTold(told)}`,
    run: (life: Life) => outside.refundAtDesk(life, which, told),
  }))
  const letGo = does('refunds on their way arrive', letPendingRefundsGo)
  return [refunding, refunding, refunding, payOddly, atDesk, letGo]
}

/** Banks want money back. */
function disputing(): fc.Arbitrary<Deed>[] {
  const dispute = fc.record({ which, told }).map(({ which, told }) => ({
    name: `dispute ${which}${ifTold(told)}`,
    run: (life: Life) => outside.decide(life, which, 0, { outcome: 'dispute' }, told),
  }))
  const evidence = fc.constantFrom('winning_evidence' as const, 'losing_evidence' as const)
  const rule = fc.record({ which, evidence, told }).map(({ which, evidence, told }) => ({
    name: `rule on the dispute of ${which} by ${evidence}${ifTold(told)}`,
    run: (life: Life) => outside.ruleOnDispute(life, which, evidence, told),
  }))
  return [dispute, rule]
}

/** Faults, time and restarts. */
function running(providers: PaymentProvider[]): fc.Arbitrary<Deed>[] {
  const provider = fc.constantFrom(...providers)
  const kind = fc.constantFrom<Trouble[]>('lost call', 'lost answer', 'senseless no')
  const trouble = fc.record({ provider, kind, times }).map(({ provider, kind, times }) => ({
    name: `${kind} ${times} times at ${provider}`,
    run: async ({ world }: Life) => world.troubles.order(provider, kind, times),
  }))
  const fault = fc.constantFrom('500', '429', 'reset', '500-after-commit')
  const stumble = fc.record({ provider, fault }).map(({ provider, fault }) => ({
    name: `${fault} once on the wire to ${provider}`,
    run: ({ world }: Life) => world.control.fault(provider, fault),
  }))
  const angryGame = does('the game server fails twice', ({ world }) =>
    world.control.ask('/game-server/behaviour', { project: 'islandm3', status: 500, times: 2 }),
  )
  const round = does('a round of reconciliation', (life) => pass(life, 5 * MINUTE_MS))
  const time = fc.constantFrom(HOUR_MS, DAY_MS - 2 * HOUR_MS, DAY_MS + HOUR_MS).map((ms) => ({
    name: `${ms / HOUR_MS} hours pass`,
    run: (life: Life) => skip(life, ms),
  }))
  const restart = does('the hub is started anew', ({ world }) => world.restart())
  const answersArrive = does('late answers arrive', letAnswersArrive)
  return [trouble, trouble, stumble, angryGame, round, time, restart, answersArrive]
}
