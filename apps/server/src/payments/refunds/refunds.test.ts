/** Money that goes back, at each of the three companies: our books and theirs agree to the minor unit. */
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { cashierAt } from '../testing/cashier.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { returnHabits, startReturns } from '../testing/returns-desk.ts'
import { ways } from '../testing/ways.ts'
import { refundJob } from './refunds.ts'

const outcomeOf = (error: unknown) => (error instanceof Refusal ? error.code : error)

describe.each(ways)('$provider', (way) => {
  const habits = returnHabits[way.provider]
  const paid = way.price.amountMinor

  test('all of a payment goes back: the purchase is revoked, and the game is told once', async () => {
    const { bought, refund, ended, stateOf, toldOf, consume, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    expect(await refund(orderId)).toMatchObject({ paymentId: orderId, amountMinor: paid, state: 'pending' })
    expect(await ended(orderId)).toMatchObject([{ state: 'succeeded', requestedBy: 'game' }])
    expect(await stateOf(orderId)).toBe('revoked')
    expect(await consume(orderId)).toMatchObject({ code: 'PURCHASE_REVOKED', status: 409 })
    expect(await toldOf(orderId)).toMatchObject([
      { paymentId: orderId, amountMinor: paid, refundedMinor: paid, isFull: true, state: 'succeeded' },
    ])
    await expectBooks(orderId, id, paid)
  })

  test('parts of a payment go back until nothing is left; only then is the purchase revoked', async () => {
    const { bought, refund, ended, share, stateOf, toldOf, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    const parts = [share(40), share(30), paid - share(40) - share(30)]
    let sum = 0
    for (const [index, amountMinor] of parts.entries()) {
      expect(await stateOf(orderId)).toBe('granted')
      const isLast = index === parts.length - 1
      await refund(orderId, { key: String(index), ...(!isLast && { amountMinor }) })
      await ended(orderId)
      sum += amountMinor
      await expectBooks(orderId, id, sum)
    }
    expect(await stateOf(orderId)).toBe('revoked')
    expect((await toldOf(orderId)).map(({ isFull }) => isFull)).toEqual([false, false, true])
  })

  test('parts asked for together go back one after the other', async () => {
    const { bought, refund, ended, share, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    for (const key of ['a', 'b', 'c']) await refund(orderId, { key, amountMinor: share(30) })
    expect(await ended(orderId)).toMatchObject([1, 2, 3].map(() => ({ state: 'succeeded' })))
    await expectBooks(orderId, id, 3 * share(30))
  })

  test('more than is left is refused, and so is what was not paid', async () => {
    const { hub, till, player, bought, refund, share, refundsOf } = await startReturns(way)
    const { orderId } = await bought()
    expect(await refund(orderId, { amountMinor: paid + 1 }).catch(outcomeOf)).toBe('REFUND_EXCEEDS_PAID')
    await refund(orderId, { key: 'part', amountMinor: share(50) })
    const tooMuch = await refund(orderId, { key: 'more', amountMinor: paid - share(50) + 1 }).catch((e) => e)
    expect(tooMuch).toMatchObject({ code: 'REFUND_EXCEEDS_PAID', details: { left: paid - share(50) } })
    expect(await refundsOf(orderId)).toHaveLength(1)
    expect(await refund(await till.order(player)).catch(outcomeOf)).toBe('PAYMENT_NOT_PAID')
    expect(await refund(newId()).catch(outcomeOf)).toBe('PAYMENT_NOT_FOUND')
    await hub.runDueJobs()
  })

  const isOfRoubles = way.price.currency === 'RUB'
  test.runIf(isOfRoubles)('less than a rouble is neither returned nor left', async () => {
    const { bought, refund, refundsOf, ended, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    const smallest = 100
    for (const amountMinor of [smallest - 1, paid - smallest + 1]) {
      const refused = await refund(orderId, { amountMinor }).catch((error) => error)
      expect(refused).toMatchObject({ code: 'REFUND_TOO_SMALL', details: { smallest } })
    }
    expect(await refundsOf(orderId)).toEqual([])
    await refund(orderId, { key: 'most', amountMinor: paid - smallest })
    await refund(orderId, { key: 'rest' })
    expect(await ended(orderId)).toMatchObject([{ state: 'succeeded' }, { amountMinor: smallest }])
    await expectBooks(orderId, id, paid)
  })

  test('asked for twice under one key it is one refund', async () => {
    const { bought, refund, ended, share, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    const wishes = Array.from({ length: 5 }, () => refund(orderId, { amountMinor: share(30) }))
    const asked = await Promise.all(wishes)
    expect(new Set(asked.map((one) => one.id)).size).toBe(1)
    await ended(orderId)
    expect(await refund(orderId, { amountMinor: share(30) })).toMatchObject({
      id: asked[0]?.id,
      state: 'succeeded',
    })
    await expectBooks(orderId, id, share(30))
  })

  test('twenty refunds at once never return more than was paid', async () => {
    const { bought, refund, ended, share, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => refund(orderId, { key: String(n), amountMinor: share(30) })),
    )
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(answers.length - refused.length).toBe(3)
    expect(refused.map(({ reason }) => outcomeOf(reason))).toEqual(refused.map(() => 'REFUND_EXCEEDS_PAID'))
    await ended(orderId)
    await expectBooks(orderId, id, 3 * share(30))
  })

  test('a refund that fails later gives its sum and the purchase back, and is there to be seen', async () => {
    const { counter, hub, till, player, refund, pass, refundsOf, stateOf, toldOf, expectBooks, provider } =
      await startReturns(way)
    const { orderId, id } = await till.opened(player)
    await habits.payUnreturnable(counter, id)
    hub.clock.advance(1000)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
    const { id: refundId } = await refund(orderId)
    await vi.waitFor(async () => {
      await pass()
      hub.clock.advance(60 * 60_000)
      expect(await refundsOf(orderId)).toMatchObject([
        { id: refundId, state: 'failed', error: expect.any(String) },
      ])
    }, 20_000)
    expect(await stateOf(orderId)).toBe('granted')
    // Stripe said at first that it had gone through; the others never did.
    const states = (await toldOf(orderId)).map(({ state, refundedMinor }) => ({ state, refundedMinor }))
    const both = [
      { state: 'succeeded', refundedMinor: paid },
      { state: 'failed', refundedMinor: 0 },
    ]
    expect(states).toEqual(way.provider === 'stripe' ? both : [])
    expect(hub.logs()).toMatch(/A refund has failed/)
    expect((await provider.fetchPayment(id)).refundedMinor).toBe(0)
    await expectBooks(orderId, id, 0)
  })

  test('a call that was executed and never answered is one refund at the provider, also when its webhook is first', async () => {
    const { hub, till, bought, refund, refundsOf, ended, pass, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    await till.control.fault(habits.refund, '500-after-commit', 9)
    await refund(orderId)
    await hub.runDueJobs()
    expect(await refundsOf(orderId)).toMatchObject([
      { state: 'pending', providerRefundId: null, error: expect.any(String) },
    ])
    await till.control.clearFaults()
    await till.deliver(await till.take(habits.refundNews), 3)
    await pass()
    expect(await ended(orderId)).toMatchObject([{ state: 'succeeded', requestedBy: 'game', error: null }])
    await expectBooks(orderId, id, paid)
  })

  test('a provider that is down is asked again until it answers', async () => {
    const { hub, till, bought, refund, ended, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    await till.control.fault(way.provider, 'reset', 99)
    await refund(orderId)
    for (let round = 0; round < 3; round += 1) {
      hub.clock.advance(60_000)
      await hub.runDueJobs()
    }
    await till.control.clearFaults()
    expect(await ended(orderId)).toMatchObject([{ state: 'succeeded' }])
    await expectBooks(orderId, id, paid)
  })

  test.each([
    ['executed', '500-after-commit', 'succeeded'],
    ['never took up', '500', 'failed'],
  ])(
    'what a provider %s and does not answer for a day is not asked for again: its books tell',
    async (_, kind, state) => {
      const { hub, till, provider, bought, refund, refundsOf, expectBooks } = await startReturns(way)
      const { orderId, id } = await bought()
      await till.control.fault(habits.refund, kind, 9)
      await refund(orderId)
      await hub.runDueJobs()
      // Operations at Yandex Pay take a second.
      await vi.waitFor(async () => {
        expect((await provider.fetchPayment(id)).refundedMinor).toBe(state === 'succeeded' ? paid : 0)
      }, 10_000)
      await till.control.clearFaults()
      hub.clock.advance(DAY_MS)
      await hub.runDueJobs()
      expect(await refundsOf(orderId)).toMatchObject([{ state }])
      await expectBooks(orderId, id, state === 'succeeded' ? paid : 0)
    },
  )

  test("a refund made at the provider's own desk is found by its webhook, however often that comes", async () => {
    const { till, bought, pass, refundsOf, stateOf, toldOf, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    await till.control.decide(id, { outcome: 'refund', webhook: 'send' })
    const news = await till.take(habits.refundNews)
    expect(await till.deliver(news, 3)).toEqual([200, 200, 200])
    await pass()
    await till.deliver(news)
    await pass()
    expect(await refundsOf(orderId)).toMatchObject([{ requestedBy: 'provider', state: 'succeeded' }])
    expect(await stateOf(orderId)).toBe('revoked')
    expect(await toldOf(orderId)).toMatchObject([{ requestedBy: 'provider', isFull: true }])
    await expectBooks(orderId, id, paid)
  })

  test('a refund at the desk that nobody tells of is found when the books are compared', async () => {
    const { hub, till, bought, refund, ended, share, refundsOf, pass, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    await refund(orderId, { amountMinor: share(40) })
    await ended(orderId)
    await till.control.decide(id, { outcome: 'refund' })
    hub.clock.advance(DAY_MS + 5 * 60_000)
    await hub.runDueJobs()
    expect(await refundsOf(orderId)).toMatchObject([
      { requestedBy: 'game', amountMinor: share(40) },
      { requestedBy: 'provider', amountMinor: paid - share(40), state: 'succeeded' },
    ])
    await expectBooks(orderId, id, paid)
    // Its webhook, a day late, tells nothing new.
    await till.control.replay(id, {}).catch(() => {})
    await pass()
    expect(await refundsOf(orderId)).toHaveLength(2)
  })

  test('when the desk was faster, ours is given up and the sum is right', async () => {
    const { till, hub, bought, refund, refundsOf, expectBooks } = await startReturns(way)
    const { orderId, id } = await bought()
    await till.control.decide(id, { outcome: 'refund' })
    await refund(orderId)
    await hub.runDueJobs()
    expect(await refundsOf(orderId)).toMatchObject([
      { requestedBy: 'game', state: 'failed', askedAt: null },
      { requestedBy: 'provider', state: 'succeeded', amountMinor: paid },
    ])
    await expectBooks(orderId, id, paid)
  })

  test('news of a refund before the news of its payment: part of it went back, and all is counted', async () => {
    const { till, player, hub, refundsOf, stateOf, share, provider } = await startReturns(way)
    const { orderId, id } = await till.opened(player)
    const news = await till.payTold(id)
    const asked = {
      providerId: id,
      key: newId(),
      reason: 'By hand',
      item: { id: 'x', title: { ru: 'x', en: 'x' } },
    }
    const remaining = { ...way.price, amountMinor: paid - share(40) }
    // Yandex Pay names the goods of its cart as we did.
    const item = { id: 'islandm3-hints', title: asked.item.title }
    await provider.refund({
      ...asked,
      item,
      amount: { ...way.price, amountMinor: share(40) },
      remaining,
      receiptEmail: null,
    })
    await till.deliver(await till.take(habits.refundNews))
    await hub.runDueJobs()
    await till.deliver(news)
    await hub.runDueJobs()
    expect(await refundsOf(orderId)).toMatchObject([
      { requestedBy: 'provider', state: 'succeeded', amountMinor: share(40) },
    ])
    expect(await stateOf(orderId)).toBe('granted')
  })

  test('a refund whose jobs were lost is found again, and its jobs may run together and twice', async () => {
    const { hub, bought, refund, ended, pass, toldOf, expectBooks } = await startReturns(way)
    const { db, jobs, payments } = hub.context
    const { orderId, id } = await bought()
    const asked = await refund(orderId)
    await db.deleteFrom('jobs').execute()
    await payments.start()
    await jobs.enqueue(db, refundJob(asked), refundJob(asked), refundJob(asked))
    expect(await ended(orderId)).toMatchObject([{ id: asked.id, state: 'succeeded' }])
    await jobs.enqueue(db, refundJob(asked), refundJob(asked))
    await pass()
    expect(await toldOf(orderId)).toHaveLength(1)
    await expectBooks(orderId, id, paid)
  })

  test('a purchase cannot be used while its money is on its way back; what was used is revoked too', async () => {
    const { till, bought, refund, ended, consume, stateOf } = await startReturns(way)
    const [first, second] = [await bought(), await bought()]
    await till.control.fault(habits.refund, 'reset', 99)
    await refund(first.orderId)
    expect(await stateOf(first.orderId)).toBe('frozen')
    expect(await consume(first.orderId)).toMatchObject({ code: 'PURCHASE_FROZEN', status: 409 })
    await till.control.clearFaults()
    expect(await consume(second.orderId)).toMatchObject({ data: { result: { state: 'consumed' } } })
    await refund(second.orderId)
    expect(await stateOf(second.orderId)).toBe('consumed')
    await ended(second.orderId)
    expect(await stateOf(second.orderId)).toBe('revoked')
  })

  test('the player is told by a letter in their language, and the receipt says what went back', async () => {
    const { hub, player, bought, refund, ended, share } = await startReturns(way)
    const { orderId } = await bought()
    await refund(orderId, { amountMinor: share(50) })
    await ended(orderId)
    const letters = (await cashierAt(hub).letters(player.email)).map(({ subject }) => subject)
    expect(letters).toHaveLength(2)
    expect(letters[0]).toMatch(/^Playhub is returning .*(0\.49|49\.50) to you$/)
    const link = await hub.callOk('GET /user/get-receipt-link', {
      as: player,
      query: { privatePaymentId: orderId },
    })
    const pdf = Buffer.from(await (await fetch(`${hub.url}${link.data.result}`)).arrayBuffer())
    expect(pdfText(pdf)).toMatch(/Возвращено · Refunded/)
    const copy = await hub.context.payments.personalData(player.userId)
    expect(copy).toMatchObject({
      orders: [{ refundedMinor: share(50) }],
      refunds: [{ paymentId: orderId, amountMinor: share(50), state: 'succeeded' }],
    })
  })
})
