import type { PaymentProvider } from '@playhub/contract'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts'
import { expectNoContradictions } from './contradictions.ts'
import type { Fault } from './faults.ts'
import * as hub from './hub-actions.ts'
import * as outside from './provider-actions.ts'
import { maxItems, placeOrder, type RefundFault, type Run } from './run.ts'
import { advance, passTime, releaseRefunds, releaseResponses } from './time.ts'

/** A run's facts known in advance. */
export type Model = { items: number }
type Action = { name: string; act(run: Run): Promise<unknown> }

const ordering = 'order'
const action = (name: string, act: Action['act']): fc.Arbitrary<Action> => fc.constant({ name, act })
const andCapture = (isCaptured: boolean) => (isCaptured ? ', and capture the event' : '')

const order = fc.nat({ max: 2 * maxItems - 1 })
const nth = fc.nat({ max: 3 })
const captured = fc.boolean()
const times = fc.integer({ min: 1, max: 3 })

/** Random commands at these providers. */
export function anyCommands(providers: PaymentProvider[], replayPath: string | undefined) {
  const frequent = [...playerActions(providers), ...buyerActions()]
  const rare = [...refundActions(), ...(providers.includes('stripe') ? disputeActions() : [])]
  const actions = [...frequent, ...rare, ...hubActions(providers), action(ordering, placeOrder)]
  return fc.commands(
    actions.map((arbitrary) => arbitrary.map(toCommand)),
    { maxCommands: 25, size: 'max', ...(replayPath !== undefined && { replayPath }) },
  )
}

function toCommand({ name, act }: Action): fc.AsyncCommand<Model, Run> {
  return {
    check: (model) => name !== ordering || model.items < maxItems,
    async run(model, run) {
      if (name === ordering) model.items += 1
      await act(run)
      await expectNoContradictions(run)
    },
    toString: () => name,
  }
}

// The lists below contain frequent actions several times.

/** Player actions and operators' decisions, some concurrent. */
function playerActions(providers: PaymentProvider[]): fc.Arbitrary<Action>[] {
  const provider = fc.constantFrom(...providers)
  const open = fc.record({ order, provider }).map(({ order, provider }) => ({
    name: `open ${order} at ${provider}`,
    act: (run: Run) => hub.openAt(run, order, provider),
  }))
  const openSlowly = fc.record({ order, provider }).map(({ order, provider }) => ({
    name: `open ${order} at ${provider}, which responds late`,
    act: (run: Run) => hub.openSlowly(run, order, provider),
  }))
  const getStatus = order.map((order) => ({
    name: `get the status of ${order}`,
    act: (run: Run) => hub.getStatus(run, order),
  }))
  const cancel = order.map((order) => ({
    name: `cancel ${order}`,
    act: (run: Run) => hub.cancel(run, order),
  }))
  const markPending = order.map((order) => ({
    name: `mark ${order} pending`,
    act: (run: Run) => hub.markPending(run, order),
  }))
  const orderAgain = order.map((order) => ({
    name: `order the item of ${order} again`,
    act: (run: Run) => hub.orderAgain(run, order),
  }))
  const consume = order.map((order) => ({
    name: `consume the purchase of ${order}`,
    act: (run: Run) => hub.consume(run, order),
  }))
  const decide = fc
    .record({ order, decision: fc.constantFrom('grant' as const, 'grant' as const, 'revoke' as const) })
    .map(({ order, decision }) => ({
      name: `${decision} the item of ${order}`,
      act: (run: Run) => hub.decide(run, order, decision),
    }))
  const work = action('run due jobs', ({ environment }) => environment.runDueJobs())
  const concurrent = fc.oneof(
    open,
    getStatus,
    delivering,
    cancel,
    refunding,
    refundingByStaff,
    undoing,
    withdrawing,
    consume,
    paying,
    orderAgain,
    decide,
    work,
  )
  const race = fc.tuple(concurrent, concurrent).map(([one, other]) => ({
    name: `${one.name}, while: ${other.name}`,
    act: (run: Run) => Promise.all([one.act(run), other.act(run)]),
  }))
  return [
    ...[open, open, open, open, open, openSlowly, openSlowly, race, race, race, race],
    ...[getStatus, cancel, markPending, consume, orderAgain, decide, work, work, work],
  ]
}

const paying = fc.record({ order, nth, captured }).map(({ order, nth, captured }) => ({
  name: `pay ${order}, payment ${nth}${andCapture(captured)}`,
  act: (run: Run) => outside.decide(run, order, nth, { outcome: 'succeed' }, captured),
}))

const delivering = fc.record({ nth: fc.nat({ max: 9 }), times }).map(({ nth, times }) => ({
  name: `deliver event ${nth}, ${times} at once`,
  act: (run: Run) => hub.deliver(run, nth, times),
}))

const refunding = fc
  .record({ order, percent: fc.constantFrom(10, 25, 50, 100), again: fc.nat({ max: 3 }) })
  .map(({ order, percent, again }) => ({
    name: `refund ${percent}% of ${order}${again === 0 ? ', again' : ''}`,
    act: (run: Run) => hub.requestRefund(run, order, percent, again === 0),
  }))

const refundingByStaff = fc
  .record({
    order,
    percent: fc.constantFrom(25, 50, 100, 100),
    item: fc.constantFrom('keep' as const, 'take' as const),
    isHeld: fc.boolean(),
  })
  .map(({ order, percent, item, isHeld }) => ({
    name: `${isHeld ? 'hold a refund of' : 'staff refund'} ${percent}% of ${order}, ${item} the item`,
    act: (run: Run) => hub.refundByStaff(run, order, percent, { item, isHeld }),
  }))

const undoing = order.map((order) => ({
  name: `undo the latest refund of ${order}`,
  act: (run: Run) => hub.undo(run, order),
}))

const withdrawing = fc
  .record({
    order,
    step: fc.constantFrom<hub.WithdrawalStep[]>('declare', 'declare', 'confirm', 'confirm', 'keep'),
  })
  .map(({ order, step }) => ({
    name: `${step} the withdrawal from ${order}`,
    act: (run: Run) => hub.withdraw(run, order, step),
  }))

/** Buyer and forger actions at the providers. */
function buyerActions(): fc.Arbitrary<Action>[] {
  const outcome = fc.constantFrom('decline' as const, 'abandon' as const)
  const giveUp = fc.record({ order, nth, outcome, captured }).map(({ order, nth, outcome, captured }) => ({
    name: `${outcome} ${order}, payment ${nth}${andCapture(captured)}`,
    act: (run: Run) => outside.decide(run, order, nth, { outcome }, captured),
  }))
  const claim = fc.constantFrom('succeed' as const, 'abandon' as const)
  const forge = fc.record({ order, claim }).map(({ order, claim }) => ({
    name: `forge an event: ${claim} ${order}`,
    act: (run: Run) => outside.forgeEvent(run, order, claim),
  }))
  return [...Array(6).fill(paying), ...Array(3).fill(delivering), giveUp, forge]
}

function refundActions(): fc.Arbitrary<Action>[] {
  const fault = fc.constantFrom<RefundFault[]>('fail', 'pend')
  const payWithFault = fc.record({ order, nth, fault, captured }).map(({ order, nth, fault, captured }) => ({
    name: `pay ${order}, payment ${nth}, whose refunds ${fault}${andCapture(captured)}`,
    act: (run: Run) => outside.payWithRefundFault(run, order, nth, fault, captured),
  }))
  const inDashboard = fc.record({ order, captured }).map(({ order, captured }) => ({
    name: `refund ${order} in the provider's dashboard${andCapture(captured)}`,
    act: (run: Run) => outside.refundInDashboard(run, order, captured),
  }))
  const release = action('release pending refunds', releaseRefunds)
  const staff = [refundingByStaff, refundingByStaff, undoing, undoing]
  return [
    refunding,
    refunding,
    refunding,
    ...staff,
    ...Array(4).fill(withdrawing),
    payWithFault,
    inDashboard,
    release,
  ]
}

function disputeActions(): fc.Arbitrary<Action>[] {
  const dispute = fc.record({ order, captured }).map(({ order, captured }) => ({
    name: `dispute ${order}${andCapture(captured)}`,
    act: (run: Run) => outside.decide(run, order, 0, { outcome: 'dispute' }, captured),
  }))
  const evidence = fc.constantFrom('winning_evidence' as const, 'losing_evidence' as const)
  const rule = fc.record({ order, evidence, captured }).map(({ order, evidence, captured }) => ({
    name: `rule on the dispute of ${order} by ${evidence}${andCapture(captured)}`,
    act: (run: Run) => outside.ruleOnDispute(run, order, evidence, captured),
  }))
  return [dispute, rule]
}

/** Faults, time and restarts. */
function hubActions(providers: PaymentProvider[]): fc.Arbitrary<Action>[] {
  const provider = fc.constantFrom(...providers)
  const kind = fc.constantFrom<Fault[]>('lost call', 'lost response', 'wrong refusal')
  const callFault = fc.record({ provider, kind, times }).map(({ provider, kind, times }) => ({
    name: `${kind} ${times} times at ${provider}`,
    act: async ({ environment }: Run) => environment.faults.inject(provider, kind, times),
  }))
  const fault = fc.constantFrom('500', '429', 'reset', '500-after-commit')
  const wireFault = fc.record({ provider, fault }).map(({ provider, fault }) => ({
    name: `${fault} once on the wire to ${provider}`,
    act: ({ environment }: Run) => environment.control.fault(provider, fault),
  }))
  const gameServerFault = action('the game server fails twice', ({ environment }) =>
    environment.control.request('/game-server/behaviour', { project: 'islandm3', status: 500, times: 2 }),
  )
  const round = action('a round of reconciliation', (run) => advance(run, 5 * MINUTE_MS))
  const time = fc.constantFrom(HOUR_MS, DAY_MS - 2 * HOUR_MS, DAY_MS + HOUR_MS).map((ms) => ({
    name: `${ms / HOUR_MS} hours pass`,
    act: (run: Run) => passTime(run, ms),
  }))
  const restart = action('restart the hub', ({ environment }) => environment.restart())
  const respond = action('late responses arrive', releaseResponses)
  return [callFault, callFault, wireFault, gameServerFault, round, time, restart, respond]
}
