/** Refunds at each provider: our totals and theirs agree to the minor unit. */

import { skipped } from '@playhub/test-kit/skipped'
import { describe, expect, vi } from 'vitest'
import { pdfText } from '../../../test/support/payments/pdf-text.ts'
import { providerCases } from '../../../test/support/payments/provider-cases.ts'
import { refundTest } from '../../../test/support/payments/refund-driver.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refundJob } from '../jobs.ts'

const toOutcome = (error: unknown) => (error instanceof Refusal ? error.code : error)

describe.each(providerCases)('$provider', (providerCase) => {
  const test = refundTest(providerCase)
  const paid = providerCase.price.amountMinor

  test('a full refund revokes the purchase and sends one webhook', async ({ refunds }) => {
    const { buy, refund, finishRefunds, getPurchaseState, listWebhooks, consume, expectRefunded } = refunds
    const { orderId, id } = await buy()
    expect(await refund(orderId)).toMatchObject({ paymentId: orderId, amountMinor: paid, state: 'pending' })
    expect(await finishRefunds(orderId)).toMatchObject([{ state: 'succeeded', requestedBy: 'game' }])
    expect(await getPurchaseState(orderId)).toBe('revoked')
    expect(await consume(orderId)).toMatchObject({ code: 'PURCHASE_REVOKED', status: 409 })
    expect(await listWebhooks(orderId)).toMatchObject([
      { paymentId: orderId, amountMinor: paid, refundedMinor: paid, isFull: true, state: 'succeeded' },
    ])
    await expectRefunded(orderId, id, paid)
  })

  test('partial refunds revoke the purchase only when nothing is left', async ({ refunds }) => {
    const { buy, refund, finishRefunds, share, getPurchaseState, listWebhooks, expectRefunded } = refunds
    const { orderId, id } = await buy()
    const parts = [share(40), share(30), paid - share(40) - share(30)]
    let sum = 0
    for (const [index, amountMinor] of parts.entries()) {
      expect(await getPurchaseState(orderId)).toBe('granted')
      const isLast = index === parts.length - 1
      await refund(orderId, { key: String(index), ...(!isLast && { amountMinor }) })
      await finishRefunds(orderId)
      sum += amountMinor
      await expectRefunded(orderId, id, sum)
    }
    expect(await getPurchaseState(orderId)).toBe('revoked')
    expect((await listWebhooks(orderId)).map(({ isFull }) => isFull)).toEqual([false, false, true])
  })

  test('a refund of more than is left, or of an unpaid order, is refused', async ({
    hub,
    checkout,
    player,
    refunds,
  }) => {
    const { buy, refund, share, listRefunds } = refunds
    const { orderId } = await buy()
    expect(await refund(orderId, { amountMinor: paid + 1 }).catch(toOutcome)).toBe('REFUND_EXCEEDS_PAID')
    await refund(orderId, { key: 'part', amountMinor: share(50) })
    const tooMuch = await refund(orderId, { key: 'more', amountMinor: paid - share(50) + 1 }).catch((e) => e)
    expect(tooMuch).toMatchObject({ code: 'REFUND_EXCEEDS_PAID', details: { left: paid - share(50) } })
    expect(await listRefunds(orderId)).toHaveLength(1)
    expect(await refund(await checkout.order(player)).catch(toOutcome)).toBe('PAYMENT_NOT_PAID')
    expect(await refund(newId()).catch(toOutcome)).toBe('PAYMENT_NOT_FOUND')
    await hub.runDueJobs()
  })

  const isInRoubles = providerCase.price.currency === 'RUB'
  const inRoubles = isInRoubles ? test : skipped<typeof test>('it is about roubles')
  inRoubles('a refund, or a remainder, of less than a rouble is refused', async ({ refunds }) => {
    const { buy, refund, listRefunds, finishRefunds, expectRefunded } = refunds
    const { orderId, id } = await buy()
    const smallest = 100
    for (const amountMinor of [smallest - 1, paid - smallest + 1]) {
      const refused = await refund(orderId, { amountMinor }).catch((error) => error)
      expect(refused).toMatchObject({ code: 'REFUND_TOO_SMALL', details: { smallest } })
    }
    expect(await listRefunds(orderId)).toEqual([])
    await refund(orderId, { key: 'most', amountMinor: paid - smallest })
    await refund(orderId, { key: 'rest' })
    expect(await finishRefunds(orderId)).toMatchObject([{ state: 'succeeded' }, { amountMinor: smallest }])
    await expectRefunded(orderId, id, paid)
  })

  test('requesting a refund twice under one key makes one refund', async ({ refunds }) => {
    const { buy, refund, finishRefunds, share, expectRefunded } = refunds
    const { orderId, id } = await buy()
    const requests = Array.from({ length: 5 }, () => refund(orderId, { amountMinor: share(30) }))
    const requested = await Promise.all(requests)
    expect(new Set(requested.map((one) => one.id)).size).toBe(1)
    await finishRefunds(orderId)
    expect(await refund(orderId, { amountMinor: share(30) })).toMatchObject({
      id: requested[0]?.id,
      state: 'succeeded',
    })
    await expectRefunded(orderId, id, share(30))
  })

  test('twenty concurrent refunds never exceed what was paid', async ({ refunds }) => {
    const { buy, refund, finishRefunds, share, expectRefunded } = refunds
    const { orderId, id } = await buy()
    const responses = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => refund(orderId, { key: String(n), amountMinor: share(30) })),
    )
    const refused = responses.filter((response) => response.status === 'rejected')
    expect(responses.length - refused.length).toBe(3)
    expect(refused.map(({ reason }) => toOutcome(reason))).toEqual(refused.map(() => 'REFUND_EXCEEDS_PAID'))
    await finishRefunds(orderId)
    await expectRefunded(orderId, id, 3 * share(30))
  })

  test('a refund that fails later restores its amount and the purchase', async ({
    hub,
    checkout,
    player,
    refunds,
  }) => {
    const { refund, advance, listRefunds, getPurchaseState, listWebhooks, expectRefunded, provider } = refunds
    const { orderId, id } = await checkout.orderAndOpen(player)
    await providerCase.payUnrefundable(hub.sandboxUrl, id)
    hub.clock.advance(1000)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    const { id: refundId } = await refund(orderId)
    await vi.waitFor(async () => {
      await advance()
      hub.clock.advance(60 * 60_000)
      expect(await listRefunds(orderId)).toMatchObject([
        { id: refundId, state: 'failed', error: expect.any(String) },
      ])
    }, 20_000)
    expect(await getPurchaseState(orderId)).toBe('granted')
    // Stripe reports success first; the others do not.
    const states = (await listWebhooks(orderId)).map(({ state, refundedMinor }) => ({ state, refundedMinor }))
    const both = [
      { state: 'succeeded', refundedMinor: paid },
      { state: 'failed', refundedMinor: 0 },
    ]
    expect(states).toEqual(providerCase.provider === 'stripe' ? both : [])
    expect(hub.logs()).toMatch(/Refund failed/)
    expect((await provider.fetchPayment(id)).refundedMinor).toBe(0)
    await expectRefunded(orderId, id, 0)
  })

  test('a refund whose response is lost is executed once, also when its event arrives first', async ({
    hub,
    checkout,
    refunds,
  }) => {
    const { buy, refund, listRefunds, finishRefunds, advance, expectRefunded } = refunds
    const { orderId, id } = await buy()
    await checkout.control.fault(providerCase.refundCall, '500-after-commit', 9)
    await refund(orderId)
    await hub.runDueJobs()
    const lost = { state: 'pending', providerRefundId: null, error: expect.any(String) }
    // Stripe replays the lost response's status, so the hub looks the refund up at once.
    const found = { state: 'succeeded', providerRefundId: expect.any(String), error: null }
    expect(await listRefunds(orderId)).toMatchObject([providerCase.provider === 'stripe' ? found : lost])
    await checkout.control.clearFaults()
    await checkout.deliver(await checkout.take(providerCase.refundEvent), 3)
    await advance()
    expect(await finishRefunds(orderId)).toMatchObject([
      { state: 'succeeded', requestedBy: 'game', error: null },
    ])
    await expectRefunded(orderId, id, paid)
  })

  test('a refund is retried until the provider is up again', async ({ hub, checkout, refunds }) => {
    const { buy, refund, finishRefunds, expectRefunded } = refunds
    const { orderId, id } = await buy()
    await checkout.control.fault(providerCase.provider, 'reset', 99)
    await refund(orderId)
    for (let round = 0; round < 3; round += 1) {
      await hub.passTime(60_000)
    }
    await checkout.control.clearFaults()
    expect(await finishRefunds(orderId)).toMatchObject([{ state: 'succeeded' }])
    await expectRefunded(orderId, id, paid)
  })

  test.for([
    ['executed', '500-after-commit', 'succeeded'],
    ['did not execute', '500', 'failed'],
  ] as const)(
    'a refund that the provider %s, without a response for a day, is not sent again: its total decides',
    async ([_, kind, state], { hub, checkout, refunds }) => {
      const { provider, buy, refund, listRefunds, expectRefunded } = refunds
      const { orderId, id } = await buy()
      await checkout.control.fault(providerCase.refundCall, kind, 9)
      await refund(orderId)
      await hub.runDueJobs()
      // Operations at Yandex Pay take a second.
      await vi.waitFor(async () => {
        expect((await provider.fetchPayment(id)).refundedMinor).toBe(state === 'succeeded' ? paid : 0)
      }, 10_000)
      await checkout.control.clearFaults()
      await hub.passTime(DAY_MS)
      expect(await listRefunds(orderId)).toMatchObject([{ state }])
      await expectRefunded(orderId, id, state === 'succeeded' ? paid : 0)
    },
  )

  test("a refund in the provider's dashboard is found by its event, however often that is sent", async ({
    checkout,
    refunds,
  }) => {
    const { buy, advance, listRefunds, getPurchaseState, listWebhooks, expectRefunded } = refunds
    const { orderId, id } = await buy()
    await checkout.control.decide(id, { outcome: 'refund', webhook: 'send' })
    const event = await checkout.take(providerCase.refundEvent)
    expect(await checkout.deliver(event, 3)).toEqual([200, 200, 200])
    await advance()
    await checkout.deliver(event)
    await advance()
    expect(await listRefunds(orderId)).toMatchObject([{ requestedBy: 'provider', state: 'succeeded' }])
    expect(await getPurchaseState(orderId)).toBe('revoked')
    expect(await listWebhooks(orderId)).toMatchObject([{ requestedBy: 'provider', isFull: true }])
    await expectRefunded(orderId, id, paid)
  })

  test('a refund in the dashboard without an event is found by comparing totals', async ({
    hub,
    checkout,
    refunds,
  }) => {
    const { buy, refund, finishRefunds, share, listRefunds, advance, expectRefunded } = refunds
    const { orderId, id } = await buy()
    await refund(orderId, { amountMinor: share(40) })
    await finishRefunds(orderId)
    await checkout.control.decide(id, { outcome: 'refund' })
    await hub.passTime(DAY_MS + 5 * 60_000)
    expect(await listRefunds(orderId)).toMatchObject([
      { requestedBy: 'game', amountMinor: share(40) },
      { requestedBy: 'provider', amountMinor: paid - share(40), state: 'succeeded' },
    ])
    await expectRefunded(orderId, id, paid)
    // Its event, a day late, changes nothing.
    await checkout.control.replay(id, {}).catch(() => {})
    await advance()
    expect(await listRefunds(orderId)).toHaveLength(2)
  })

  test('our refund fails when the dashboard was faster, and the total is right', async ({
    checkout,
    hub,
    refunds,
  }) => {
    const { buy, refund, listRefunds, expectRefunded } = refunds
    const { orderId, id } = await buy()
    await checkout.control.decide(id, { outcome: 'refund' })
    await refund(orderId)
    await hub.runDueJobs()
    expect(await listRefunds(orderId)).toMatchObject([
      { requestedBy: 'game', state: 'failed', sentAt: null },
      { requestedBy: 'provider', state: 'succeeded', amountMinor: paid },
    ])
    await expectRefunded(orderId, id, paid)
  })

  test('an event of a partial refund before that of its payment is counted', async ({
    checkout,
    player,
    hub,
    refunds,
  }) => {
    const { listRefunds, getPurchaseState, share, provider } = refunds
    const { orderId, id } = await checkout.orderAndOpen(player)
    const event = await checkout.payAndCapture(id)
    const requested = {
      providerPaymentId: id,
      key: newId(),
      reason: 'By hand',
      item: { id: 'x', title: { ru: 'x', en: 'x' }, fiscal: null },
    }
    const remaining = { ...providerCase.price, amountMinor: paid - share(40) }
    // Yandex Pay requires the original cart's item.
    const item = { ...requested.item, id: 'islandm3-hints' }
    await provider.refund({
      ...requested,
      item,
      amount: { ...providerCase.price, amountMinor: share(40) },
      charged: providerCase.price,
      remaining,
      receiptEmail: null,
    })
    await checkout.deliver(await checkout.take(providerCase.refundEvent))
    await hub.runDueJobs()
    await checkout.deliver(event)
    await hub.runDueJobs()
    expect(await listRefunds(orderId)).toMatchObject([
      { requestedBy: 'provider', state: 'succeeded', amountMinor: share(40) },
    ])
    expect(await getPurchaseState(orderId)).toBe('granted')
  })

  test('a refund whose jobs were lost is resumed, and its jobs may run concurrently and twice', async ({
    hub,
    refunds,
  }) => {
    const { buy, refund, finishRefunds, advance, listWebhooks, expectRefunded } = refunds
    const { db, jobs, payments } = hub.context
    const { orderId, id } = await buy()
    const requested = await refund(orderId)
    await db.deleteFrom('jobs').execute()
    await payments.start()
    await jobs.enqueue(db, refundJob(requested), refundJob(requested), refundJob(requested))
    expect(await finishRefunds(orderId)).toMatchObject([{ id: requested.id, state: 'succeeded' }])
    await jobs.enqueue(db, refundJob(requested), refundJob(requested))
    await advance()
    expect(await listWebhooks(orderId)).toHaveLength(1)
    await expectRefunded(orderId, id, paid)
  })

  test('a purchase cannot be consumed while it is being refunded; a consumed one is revoked, too', async ({
    checkout,
    refunds,
  }) => {
    const { buy, refund, finishRefunds, consume, getPurchaseState } = refunds
    const [first, second] = [await buy(), await buy()]
    await checkout.control.fault(providerCase.refundCall, 'reset', 99)
    await refund(first.orderId)
    expect(await getPurchaseState(first.orderId)).toBe('frozen')
    expect(await consume(first.orderId)).toMatchObject({ code: 'PURCHASE_FROZEN', status: 409 })
    await checkout.control.clearFaults()
    expect(await consume(second.orderId)).toMatchObject({ data: { result: { state: 'consumed' } } })
    await refund(second.orderId)
    expect(await getPurchaseState(second.orderId)).toBe('consumed')
    await finishRefunds(second.orderId)
    expect(await getPurchaseState(second.orderId)).toBe('revoked')
  })

  test('the player gets an email in their language, and the receipt shows the refund', async ({
    hub,
    player,
    refunds,
  }) => {
    const { buy, refund, finishRefunds, share } = refunds
    const { orderId } = await buy()
    await refund(orderId, { amountMinor: share(50) })
    await finishRefunds(orderId)
    const emails = (await stripeCheckout(hub).emails(player.email)).map(({ subject }) => subject)
    expect(emails).toHaveLength(2)
    expect(emails[0]).toMatch(/^Playhub is returning .*(0\.49|49\.50) to you$/)
    const link = await hub.callOk('GET /user/get-receipt-link', {
      as: player,
      query: { privatePaymentId: orderId },
    })
    const pdf = Buffer.from(await (await fetch(`${hub.url}${link.data.result}`)).arrayBuffer())
    expect(pdfText(pdf)).toMatch(/Возвращено · Refunded/)
    const copy = await hub.callOk('GET /me/export', { as: player })
    expect(copy.sections).toMatchObject({
      orders: [{ refundedMinor: share(50) }],
      refunds: [{ paymentId: orderId, amountMinor: share(50), state: 'succeeded' }],
    })
  })
})
