/** Disputes. Only Stripe reports them. */
import { expect, test } from 'vitest'
import { stripeCase } from '../../../test/support/payments/provider-cases.ts'
import { startRefunds } from '../../../test/support/payments/refund-driver.ts'
import { stripeAt } from '../../../test/support/payments/sandbox-control.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'

const price = stripeCase.price.amountMinor
const toOutcome = (error: unknown) => (error instanceof Refusal ? error.code : error)

/** A paid order with a dispute. @param isReported  Whether its event is delivered. */
async function startDisputed({ isReported }: { isReported: boolean }) {
  const started = await startRefunds(stripeCase)
  const { hub, checkout, buy } = started
  const { orderId, id } = await buy()
  await checkout.control.decide(id, { outcome: 'dispute', webhook: 'send' })
  const opening = await checkout.take('charge.dispute.created')
  if (isReported) {
    await checkout.deliver(opening)
    await hub.runDueJobs()
  }
  const stripe = stripeAt(hub.sandboxUrl)
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data

  /** The bank decides the dispute. @returns  the event, not delivered yet */
  async function decide(evidence: 'winning_evidence' | 'losing_evidence') {
    await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: evidence } })
    return checkout.take('charge.dispute.closed')
  }

  const sentStates = async () =>
    (await started.listWebhooks(orderId)).map(({ state, refundedMinor }) => [state, refundedMinor])
  const rows = () => hub.context.db.selectFrom('disputes').select(['state', 'amountMinor']).execute()
  const refunded = async () =>
    (await hub.context.db.selectFrom('orders').select('refundedMinor').where('id', '=', orderId).execute())[0]
      ?.refundedMinor
  return { ...started, orderId, id, opening, decide, sentStates, rows, refunded }
}

test('a disputed purchase is frozen with a webhook, and can be neither consumed nor refunded', async () => {
  const { orderId, getPurchaseState, consume, refund, sentStates, refunded } = await startDisputed({
    isReported: true,
  })
  expect(await getPurchaseState(orderId)).toBe('frozen')
  expect(await consume(orderId)).toMatchObject({ code: 'PURCHASE_FROZEN', status: 409 })
  expect(await refund(orderId).catch(toOutcome)).toBe('PAYMENT_DISPUTED')
  expect(await sentStates()).toEqual([['open', 0]])
  expect(await refunded()).toBe(0)
})

test('a won dispute restores the purchase', async () => {
  const { hub, checkout, orderId, decide, getPurchaseState, consume, sentStates, rows } = await startDisputed(
    {
      isReported: true,
    },
  )
  await checkout.deliver(await decide('winning_evidence'))
  await hub.runDueJobs()
  expect(await getPurchaseState(orderId)).toBe('granted')
  expect(await sentStates()).toEqual([
    ['open', 0],
    ['won', 0],
  ])
  expect(await rows()).toEqual([{ state: 'won', amountMinor: price }])
  expect(await consume(orderId)).toMatchObject({ data: { result: { state: 'consumed' } } })
})

test('a lost dispute revokes the purchase, consumed or not, and counts as refunded', async () => {
  const { hub, checkout, orderId, decide, getPurchaseState, sentStates, refunded, refund } =
    await startDisputed({
      isReported: true,
    })
  await hub.context.db.updateTable('purchases').set({ state: 'consumed', consumedAt: 1 }).execute()
  await checkout.deliver(await decide('losing_evidence'))
  await hub.runDueJobs()
  expect(await getPurchaseState(orderId)).toBe('revoked')
  expect(await refunded()).toBe(price)
  expect(await sentStates()).toEqual([
    ['open', 0],
    ['lost', price],
  ])
  expect(await refund(orderId).catch(toOutcome)).toBe('REFUND_EXCEEDS_PAID')
})

test('events of a dispute may arrive in any order and many times', async () => {
  const { hub, checkout, orderId, opening, decide, getPurchaseState, sentStates } = await startDisputed({
    isReported: false,
  })
  const closing = await decide('losing_evidence')
  await checkout.deliver(closing, 3)
  await hub.runDueJobs()
  await checkout.deliver(opening, 3)
  await hub.runDueJobs()
  expect(await getPurchaseState(orderId)).toBe('revoked')
  expect(await sentStates()).toEqual([['lost', price]])
})

test('the end of a dispute is found a day later when its event is lost', async () => {
  const { hub, orderId, decide, getPurchaseState } = await startDisputed({ isReported: true })
  await decide('winning_evidence')
  expect(await getPurchaseState(orderId)).toBe('frozen')
  await hub.passTime(DAY_MS + 5 * 60_000)
  expect(await getPurchaseState(orderId)).toBe('granted')
})

test('a dispute without any event is found by the totals check a day after the payment', async () => {
  const { hub, orderId, getPurchaseState, sentStates } = await startDisputed({ isReported: false })
  expect(await getPurchaseState(orderId)).toBe('granted')
  await hub.passTime(DAY_MS + 5 * 60_000)
  expect(await getPurchaseState(orderId)).toBe('frozen')
  expect(await sentStates()).toEqual([['open', 0]])
})

test('a partial refund before a lost dispute is not counted twice', async () => {
  const { hub, checkout, buy, refund, finishRefunds, share, listWebhooks } = await startRefunds(stripeCase)
  const { orderId, id } = await buy()
  await refund(orderId, { amountMinor: share(50) })
  await finishRefunds(orderId)
  await checkout.control.decide(id, { outcome: 'dispute', webhook: 'send' })
  await checkout.deliver(await checkout.take('charge.dispute.created'))
  await hub.runDueJobs()
  const [dispute] = (await stripeAt(hub.sandboxUrl).disputes.list({ payment_intent: id })).data
  await stripeAt(hub.sandboxUrl).disputes.close(dispute?.id ?? '')
  await checkout.deliver(await checkout.take('charge.dispute.closed'))
  await hub.runDueJobs()
  expect((await listWebhooks(orderId)).map(({ refundedMinor }) => refundedMinor)).toEqual([
    share(50),
    share(50),
    price,
  ])
})

test('a refund of a charge whose dispute is not known yet fails with a reason, and makes the dispute known', async () => {
  const { hub, orderId, refund, listRefunds, rows, advance } = await startDisputed({ isReported: false })
  await refund(orderId)
  await hub.runDueJobs()
  await advance()
  expect(await listRefunds(orderId)).toMatchObject([{ state: 'failed', error: '{"code":"charge-disputed"}' }])
  expect(await rows()).toEqual([{ state: 'open', amountMinor: price }])
  expect(await refund(orderId, { key: 'second' }).catch(toOutcome)).toBe('PAYMENT_DISPUTED')
})
