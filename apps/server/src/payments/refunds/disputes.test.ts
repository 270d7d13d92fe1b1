/** Disputes, of which Stripe alone tells. */
import { expect, test } from 'vitest'
import { DAY_MS } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { startReturns } from '../testing/returns-desk.ts'
import { stripeAt } from '../testing/stripe-account.ts'
import { stripeWay, ways } from '../testing/ways.ts'

const price = stripeWay.price.amountMinor
const outcomeOf = (error: unknown) => (error instanceof Refusal ? error.code : error)

/** A paid order that its buyer's bank disputes. */
async function startDisputed({ isTold }: { isTold: boolean }) {
  const returns = await startReturns(stripeWay)
  const { hub, till, bought } = returns
  const { orderId, id } = await bought()
  await till.control.decide(id, { outcome: 'dispute', webhook: 'send' })
  const opening = await till.take('charge.dispute.created')
  if (isTold) {
    await till.deliver(opening)
    await hub.runDueJobs()
  }
  const stripe = stripeAt(hub.sandboxUrl)
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data

  /** The bank decides; the webhook that says so is not carried yet. */
  async function decide(words: 'winning_evidence' | 'losing_evidence') {
    await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: words } })
    return till.take('charge.dispute.closed')
  }

  const told = async () =>
    (await returns.toldOf(orderId)).map(({ state, refundedMinor }) => [state, refundedMinor])
  const rows = () => hub.context.db.selectFrom('disputes').select(['state', 'amountMinor']).execute()
  const refunded = async () =>
    (await hub.context.db.selectFrom('orders').select('refundedMinor').where('id', '=', orderId).execute())[0]
      ?.refundedMinor
  return { ...returns, orderId, id, opening, decide, told, rows, refunded }
}

test('a disputed purchase is frozen, and the game is told: it can be neither used nor refunded', async () => {
  const { orderId, stateOf, consume, refund, told, refunded } = await startDisputed({ isTold: true })
  expect(await stateOf(orderId)).toBe('frozen')
  expect(await consume(orderId)).toMatchObject({ code: 'PURCHASE_FROZEN', status: 409 })
  expect(await refund(orderId).catch(outcomeOf)).toBe('REFUND_EXCEEDS_PAID')
  expect(await told()).toEqual([['open', 0]])
  expect(await refunded()).toBe(0)
})

test('a dispute that is won gives the purchase back', async () => {
  const { hub, till, orderId, decide, stateOf, consume, told, rows } = await startDisputed({ isTold: true })
  await till.deliver(await decide('winning_evidence'))
  await hub.runDueJobs()
  expect(await stateOf(orderId)).toBe('granted')
  expect(await told()).toEqual([
    ['open', 0],
    ['won', 0],
  ])
  expect(await rows()).toEqual([{ state: 'won', amountMinor: price }])
  expect(await consume(orderId)).toMatchObject({ data: { result: { state: 'consumed' } } })
})

test('a dispute that is lost revokes the purchase, used or not, and counts as refunded', async () => {
  const { hub, till, orderId, decide, stateOf, told, refunded, refund } = await startDisputed({
    isTold: true,
  })
  await hub.context.db.updateTable('purchases').set({ state: 'consumed', consumedAt: 1 }).execute()
  await till.deliver(await decide('losing_evidence'))
  await hub.runDueJobs()
  expect(await stateOf(orderId)).toBe('revoked')
  expect(await refunded()).toBe(price)
  expect(await told()).toEqual([
    ['open', 0],
    ['lost', price],
  ])
  expect(await refund(orderId).catch(outcomeOf)).toBe('REFUND_EXCEEDS_PAID')
})

test('webhooks of a dispute may come in any order and many times', async () => {
  const { hub, till, orderId, opening, decide, stateOf, told } = await startDisputed({ isTold: false })
  const closing = await decide('losing_evidence')
  await till.deliver(closing, 3)
  await hub.runDueJobs()
  await till.deliver(opening, 3)
  await hub.runDueJobs()
  expect(await stateOf(orderId)).toBe('revoked')
  expect(await told()).toEqual([['lost', price]])
})

test('the end of a dispute that nobody tells of is found by a look a day later', async () => {
  const { hub, orderId, decide, stateOf } = await startDisputed({ isTold: true })
  await decide('winning_evidence')
  expect(await stateOf(orderId)).toBe('frozen')
  hub.clock.advance(DAY_MS + 5 * 60_000)
  await hub.runDueJobs()
  expect(await stateOf(orderId)).toBe('granted')
})

test('a dispute that nobody tells of at all is found by an audit a day after the payment', async () => {
  const { hub, orderId, stateOf, told } = await startDisputed({ isTold: false })
  expect(await stateOf(orderId)).toBe('granted')
  hub.clock.advance(DAY_MS + 5 * 60_000)
  await hub.runDueJobs()
  expect(await stateOf(orderId)).toBe('frozen')
  expect(await told()).toEqual([['open', 0]])
})

test('what was returned in part before is not counted twice when the dispute is lost', async () => {
  const { hub, till, bought, refund, ended, share, toldOf } = await startReturns(stripeWay)
  const { orderId, id } = await bought()
  await refund(orderId, { amountMinor: share(50) })
  await ended(orderId)
  await till.control.decide(id, { outcome: 'dispute', webhook: 'send' })
  await till.deliver(await till.take('charge.dispute.created'))
  await hub.runDueJobs()
  const [dispute] = (await stripeAt(hub.sandboxUrl).disputes.list({ payment_intent: id })).data
  await stripeAt(hub.sandboxUrl).disputes.close(dispute?.id ?? '')
  await till.deliver(await till.take('charge.dispute.closed'))
  await hub.runDueJobs()
  expect((await toldOf(orderId)).map(({ refundedMinor }) => refundedMinor)).toEqual([
    share(50),
    share(50),
    price,
  ])
})

test.each(ways.filter(({ provider }) => provider !== 'stripe'))(
  '$provider tells of no disputes',
  async (way) => {
    const { till, bought } = await startReturns(way)
    const { id } = await bought()
    await expect(till.control.decide(id, { outcome: 'dispute' })).rejects.toThrow(/409/)
  },
)
