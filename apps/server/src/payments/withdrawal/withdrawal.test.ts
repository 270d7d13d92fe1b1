import { describe, expect, onTestFinished } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { providerCases, stripeCase } from '../../../test/support/payments/provider-cases.ts'
import { refundTest } from '../../../test/support/payments/refund-driver.ts'
import { insertPaidOrder, refundAs } from '../../../test/support/payments/refund-staff.ts'
import { stripeAt } from '../../../test/support/payments/sandbox-control.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { test as hubTest } from '../../../test/support/shared-hub-test.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { getWithdrawalEnd, maxEndedDeclarations } from './withdrawal-rules.ts'

type Step = 'declare' | 'confirm' | 'keep'

const offerWithdrawal = (hub: TestHub) => {
  hub.context.catalogue.content().hub.legal.withdrawal = 'refund'
}

/** @returns  the state of the withdrawal, `none`, or the refusal */
const takeStep = async (hub: TestHub, as: Player, paymentId: string, step: Step) => {
  const response = await hub.call('POST /payments/withdraw', { as, body: { paymentId, step } })
  return response.ok ? (response.body.data.result.withdrawal?.state ?? 'none') : response.body.code
}

const test = hubTest.extend('shop', async ({ hub, player }) => {
  offerWithdrawal(hub)
  const checkout = stripeCheckout(hub)
  const { db } = hub.context
  const { orderId, intentId } = await checkout.buy(player)
  const take = (step: Step, as = player) => takeStep(hub, as, orderId, step)
  const read = async (as = player) =>
    (await hub.callOk('GET /payments/get-user-payment', { as, query: { paymentId: orderId } })).data.result
  const listAtProvider = async () =>
    (await stripeAt(hub.sandboxUrl).refunds.list({ payment_intent: intentId })).data.map(
      ({ amount }) => amount,
    )
  const listRefunds = () =>
    db.selectFrom('refunds').selectAll().where('orderId', '=', orderId).orderBy('id').execute()
  const getPurchase = () =>
    db.selectFrom('purchases').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()
  const consume = async () => {
    const params = { id: (await getPurchase()).id }
    const response = await hub.call('POST /purchases/{id}/consume', { as: player, params })
    return response.ok ? 'ok' : response.body.code
  }
  const owner = await addTestOperator(hub, { role: 'owner', project: '*' })
  /** As staff see it; a login of theirs ends within days. */
  const show = async () => {
    const reader = await addTestOperator(hub, { role: 'viewer', project: '*' })
    return (await reader.callOk('GET /orders/{id}', { params: { id: orderId } })).data.result
  }
  return {
    checkout,
    orderId,
    intentId,
    take,
    read,
    listAtProvider,
    listRefunds,
    getPurchase,
    consume,
    owner,
    show,
  }
})

const endRefunds = async (hub: TestHub) => {
  await hub.passTime(10_000)
  await hub.passTime(10_000)
}

describe.each(providerCases)('$provider', (providerCase) => {
  refundTest(providerCase)(
    'a player declares a withdrawal, which locks the item, and confirms it, which refunds the whole price once',
    async ({ hub, player, refunds }) => {
      offerWithdrawal(hub)
      const { orderId, id } = await refunds.buy()
      const paid = providerCase.price.amountMinor
      const both = () =>
        Promise.all([takeStep(hub, player, orderId, 'declare'), takeStep(hub, player, orderId, 'declare')])
      expect(await both()).toEqual(['declared', 'declared'])
      expect(await refunds.consume(orderId)).toMatchObject({ code: 'PURCHASE_FROZEN' })
      const confirmed = await Promise.all([1, 2, 3].map(() => takeStep(hub, player, orderId, 'confirm')))
      expect(confirmed).toEqual(['none', 'none', 'none'])
      expect(await refunds.finishRefunds(orderId)).toMatchObject([{ state: 'succeeded', amountMinor: paid }])
      expect(await takeStep(hub, player, orderId, 'confirm')).toBe('none')
      expect(await takeStep(hub, player, orderId, 'declare')).toBe('none')
      expect(await takeStep(hub, player, orderId, 'keep')).toBe('WITHDRAWAL_NOT_DECLARED')
      expect(await refunds.getPurchaseState(orderId)).toBe('revoked')
      expect(await refunds.listWebhooks(orderId)).toMatchObject([
        { state: 'succeeded', isFull: true, reason: 'withdrawal', requestedBy: 'player' },
      ])
      await refunds.expectRefunded(orderId, id, paid)
    },
  )
})

test('both steps are acknowledged by email, shown to staff and kept in the timeline', async ({
  hub,
  shop,
}) => {
  const email = 'withdrawing@example.org'
  const player = await hub.logIn(email)
  const { orderId } = await shop.checkout.buy(player)
  expect(await takeStep(hub, player, orderId, 'declare')).toBe('declared')
  await hub.runDueJobs()
  const declared = (await shop.checkout.emails(email)).find(({ subject }) => /^Your withdrawal/.test(subject))
  expect(declared?.text).toMatch(/You have withdrawn.*locked.*Confirm it by .* UTC.*\$0\.99/s)
  const show = async () =>
    (await shop.owner.callOk('GET /orders/{id}', { params: { id: orderId } })).data.result
  const until = hub.clock.now() + DAY_MS
  expect(await show()).toMatchObject({
    ...{ state: 'withdrawal-declared', purchase: { state: 'frozen' } },
    explanation: { actor: 'player', nextAt: until },
    refunds: [{ requestedBy: 'player', heldUntil: until, operator: null }],
  })
  const { printed } = await runOnHub(hub, ['orders', 'explain', orderId])
  expect(printed).toContain('withdrew from the contract')
  expect(await takeStep(hub, player, orderId, 'confirm')).toBe('none')
  await hub.runDueJobs()
  const subjects = (await shop.checkout.emails(email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('Your withdrawal is confirmed'))).toHaveLength(1)
  await endRefunds(hub)
  expect((await show()).timeline.map(({ sentence }) => sentence?.code)).toEqual(
    expect.arrayContaining(['withdrawal.declared', 'withdrawal.confirmed', 'refund.settled']),
  )
  expect((await show()).timeline.map(({ sentence }) => sentence?.code)).not.toContain('refund.requested')
})

test('an unconfirmed withdrawal ends after a day: the item is free again and can be declared again', async ({
  hub,
  player,
  shop,
}) => {
  expect(await shop.take('confirm')).toBe('WITHDRAWAL_NOT_DECLARED')
  expect(await shop.take('keep')).toBe('WITHDRAWAL_NOT_DECLARED')
  expect(await shop.take('declare')).toBe('declared')
  expect(await shop.checkout.purchases(player)).toEqual([])
  await hub.passTime(DAY_MS - 1)
  expect((await shop.read()).withdrawal?.state).toBe('declared')
  await hub.passTime(1)
  expect((await shop.read()).withdrawal?.state).toBe('open')
  expect(await shop.take('confirm')).toBe('WITHDRAWAL_NOT_DECLARED')
  expect(await shop.checkout.purchases(player)).toHaveLength(1)
  expect((await shop.show()).state).toBe('paid')
  expect(await shop.take('declare')).toBe('declared')
  expect(await shop.take('keep')).toBe('open')
  expect(await shop.take('keep')).toBe('open')
  expect(await shop.consume()).toBe('ok')
  await endRefunds(hub)
  expect(await shop.listAtProvider()).toEqual([])
  expect((await shop.show()).timeline.map(({ sentence }) => sentence?.code)).toContain('withdrawal.ended')
})

test('a job that was lost does not keep an item locked for ever', async ({ hub, shop }) => {
  expect(await shop.take('declare')).toBe('declared')
  await hub.context.db.deleteFrom('jobs').where('kind', '=', 'payments.end-refund-hold').execute()
  await hub.passTime(DAY_MS)
  await hub.context.payments.start()
  await hub.passTime(6 * 60_000)
  await endRefunds(hub)
  expect((await shop.getPurchase()).state).toBe('granted')
  expect(await shop.listAtProvider()).toEqual([])
})

test('declaring again and again ends at support, so it locks no item and sends no email without end', async ({
  shop,
}) => {
  for (let ended = 0; ended < maxEndedDeclarations; ended++) {
    expect(await shop.take('declare')).toBe('declared')
    expect(await shop.take('keep')).toBe(ended + 1 < maxEndedDeclarations ? 'open' : 'support')
  }
  expect(await shop.take('declare')).toBe('WITHDRAWAL_NEEDS_SUPPORT')
})

test('another player and a guest can neither see nor take a step', async ({ hub, shop }) => {
  const attacker = await hub.logIn()
  for (const step of ['declare', 'confirm', 'keep'] as const) {
    expect(await shop.take(step, attacker)).toBe('PAYMENT_NOT_FOUND')
    const guest = await hub.call('POST /payments/withdraw', { body: { paymentId: shop.orderId, step } })
    expect(guest.body).toMatchObject({ code: 'UNAUTHORIZED' })
  }
  expect(await shop.take('declare')).toBe('declared')
  expect(await shop.take('confirm', attacker)).toBe('PAYMENT_NOT_FOUND')
  expect(await shop.listRefunds()).toMatchObject([{ confirmedAt: null }])
})

test('the right ends with the fourteenth day after the payment; what was declared by then is confirmed later', async ({
  hub,
  shop,
}) => {
  const email = `${newId()}@example.org`
  const player = await hub.logIn(email)
  const list = async () => {
    const query = { withdrawable: 'true' } as const
    const as = await hub.logIn(email)
    return (await hub.callOk('GET /payments/get-user-payments', { as, query })).data.result
  }
  const take = async (id: string, step: Step) => takeStep(hub, await hub.logIn(email), id, step)
  const { orderId: first } = await shop.checkout.buy(player)
  const paidAt = hub.clock.now()
  const end = getWithdrawalEnd(paidAt, 'UTC')
  expect(end).toBeGreaterThan(paidAt + 14 * DAY_MS)
  expect(end).toBeLessThanOrEqual(paidAt + 15 * DAY_MS)
  hub.clock.advance(end - 1 - paidAt)
  expect(await take(first, 'declare')).toBe('declared')
  hub.clock.advance(HOUR_MS)
  expect(await list()).toMatchObject([{ uuid: first, withdrawal: { state: 'declared' } }])
  expect(await take(first, 'confirm')).toBe('none')

  const { orderId: second } = await shop.checkout.buy(await hub.logIn(email))
  expect(await list()).toMatchObject([{ uuid: second, withdrawal: { state: 'open' } }])
  hub.clock.advance(15 * DAY_MS)
  expect(await take(second, 'declare')).toBe('WITHDRAWAL_NOT_OFFERED')
  expect(await list()).toEqual([])
})

test('the days are those of the zone of the hub, also when its clocks change', () => {
  const end = (paid: string, zone: string) => new Date(getWithdrawalEnd(Date.parse(paid), zone)).toISOString()
  expect(end('2026-11-01T00:00:00Z', 'UTC')).toBe('2026-11-16T00:00:00.000Z')
  expect(end('2026-11-01T23:59:59.999Z', 'UTC')).toBe('2026-11-16T00:00:00.000Z')
  expect(end('2026-11-01T22:00:00Z', 'Europe/Moscow')).toBe('2026-11-16T21:00:00.000Z')
  expect(end('2026-10-20T12:00:00Z', 'Europe/Berlin')).toBe('2026-11-03T23:00:00.000Z')
})

test.for(['none', 'waiver'] as const)(
  'an order bought under `%s` never has a withdrawal',
  async (mode, { hub, player, shop }) => {
    const { legal } = hub.context.catalogue.content().hub
    legal.withdrawal = mode
    const id = await shop.checkout.order(player)
    if (mode === 'waiver') {
      const { waiver } = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id } })
      const body = { sha256: waiver?.sha256 ?? '' }
      await hub.callOk('POST /payments/waive-withdrawal/{id}', { as: player, params: { id }, body })
    }
    const opened = await shop.checkout.open(player, id)
    await shop.checkout.decide(opened.id)
    await shop.checkout.deliver(await shop.checkout.fetchEvent(opened.id, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    for (const now of [mode, 'refund'] as const) {
      legal.withdrawal = now
      const query = { paymentId: id }
      const { result } = (await hub.callOk('GET /payments/get-user-payment', { as: player, query })).data
      expect(result).toMatchObject({ status: 'paid' })
      expect(result.withdrawal).toBeUndefined()
      expect(await takeStep(hub, player, id, 'declare')).toBe('WITHDRAWAL_NOT_OFFERED')
    }
  },
)

test('an order bought under `refund` keeps its withdrawal, whatever the switch says later', async ({
  hub,
  shop,
}) => {
  const { legal } = hub.context.catalogue.content().hub
  for (const mode of ['none', 'waiver'] as const) {
    legal.withdrawal = mode
    expect((await shop.read()).withdrawal?.state).toBe('open')
    expect(await shop.take('declare')).toBe('declared')
    expect(await shop.take('keep')).toBe('open')
  }
  offerWithdrawal(hub)
})

test('an order of an earlier release follows the switch, unless it was waived', async ({ hub, shop }) => {
  const { catalogue, db } = hub.context
  const { legal } = catalogue.content().hub
  const orders = db.updateTable('orders').where('id', '=', shop.orderId)
  await orders.set({ withdrawalMode: null }).execute()
  legal.withdrawal = 'none'
  expect(await shop.take('declare')).toBe('WITHDRAWAL_NOT_OFFERED')
  offerWithdrawal(hub)
  expect((await shop.read()).withdrawal?.state).toBe('open')
  await orders.set({ withdrawalWaiver: '{}' }).execute()
  expect((await shop.read()).withdrawal).toBeUndefined()
})

test('a consumed item leads to support', async ({ shop }) => {
  expect(await shop.consume()).toBe('ok')
  expect((await shop.read()).withdrawal?.state).toBe('consumed')
  expect(await shop.take('declare')).toBe('WITHDRAWAL_NEEDS_SUPPORT')
  expect(await shop.listRefunds()).toEqual([])
})

test('an item is consumed or locked, never both', async ({ shop }) => {
  const [consumed, declared] = await Promise.all([shop.consume(), shop.take('declare')])
  const { state } = await shop.getPurchase()
  expect([consumed, declared, state]).toEqual(
    consumed === 'ok'
      ? ['ok', 'WITHDRAWAL_NEEDS_SUPPORT', 'consumed']
      : ['PURCHASE_FROZEN', 'declared', 'frozen'],
  )
})

test('an unpaid order, and one that was given, cannot be withdrawn from', async ({ hub, player, shop }) => {
  const unpaid = await shop.checkout.order(player)
  expect(await takeStep(hub, player, unpaid, 'declare')).toBe('PAYMENT_NOT_PAID')
  const by = ['--by', 'olga', '--reason', 'a gift']
  expect((await runOnHub(hub, ['orders', 'grant', unpaid, ...by])).code).toBe(0)
  expect(await takeStep(hub, player, unpaid, 'declare')).toBe('PAYMENT_NOT_PAID')
  expect(await takeStep(hub, player, newId(), 'declare')).toBe('PAYMENT_NOT_FOUND')
})

test('the rest of a partly refunded order goes back, and nothing of a refunded one', async ({
  hub,
  shop,
}) => {
  const { orderId } = shop
  const part = { orderId, reason: 'part', requestedBy: 'game', key: 'part', amountMinor: 40 } as const
  await hub.context.payments.refundOrder(part)
  await endRefunds(hub)
  expect(await shop.take('declare')).toBe('declared')
  expect(await shop.take('confirm')).toBe('none')
  await endRefunds(hub)
  expect((await shop.listAtProvider()).toSorted()).toEqual([40, 59])
  expect((await shop.read()).withdrawal).toBeUndefined()
  expect(await shop.take('declare')).toBe('none')
  expect(await shop.listRefunds()).toHaveLength(2)
})

test('an item that staff left with the player after a refund of a part leads to support', async ({
  hub,
  shop,
}) => {
  expect(await refundAs(await shop.owner.prove(), shop.orderId, { amountMinor: 40, item: 'keep' })).toBe('ok')
  await endRefunds(hub)
  expect((await shop.read()).withdrawal?.state).toBe('support')
  expect(await shop.take('declare')).toBe('WITHDRAWAL_NEEDS_SUPPORT')
})

test('a remainder below the smallest refund of the provider leads to support', async ({ hub, player }) => {
  const rest = { refundedMinor: 9_950, provider: 'yookassa', currency: 'RUB', amountMinor: 10_000 } as const
  const orderId = await insertPaidOrder(hub, { playerId: player.userId, ...rest })
  const { db } = hub.context
  const attempt = await db
    .selectFrom('attempts')
    .select('id')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const { refundOrder } = hub.context.payments
  await refundOrder({ orderId, reason: 'part', requestedBy: 'game', key: 'part', amountMinor: 9_900 })
  await db.updateTable('refunds').set({ amountMinor: 9_950 }).where('attemptId', '=', attempt.id).execute()
  expect(await takeStep(hub, player, orderId, 'declare')).toBe('REFUND_TOO_SMALL')
})

test('a refund by staff and a withdrawal at once pay back the price once', async ({ hub, shop }) => {
  const staff = await shop.owner.prove()
  const [byStaff, declared] = await Promise.all([
    refundAs(staff, shop.orderId, { item: 'take' }),
    shop.take('declare'),
  ])
  expect([byStaff, declared].filter((outcome) => outcome === 'ok' || outcome === 'declared')).toHaveLength(1)
  if (declared === 'declared') {
    expect(await refundAs(staff, shop.orderId, { item: 'take' })).toBe('REFUND_EXCEEDS_PAID')
    expect(await shop.take('confirm')).toBe('none')
  }
  await endRefunds(hub)
  expect(await shop.listAtProvider()).toEqual([99])
  expect((await shop.getPurchase()).state).toBe('revoked')
})

test('limits and holds of staff do not apply to a withdrawal, and it uses up none of them', async ({
  hub,
  shop,
}) => {
  const { console: settings } = hub.context.catalogue.content().hub
  Object.assign(settings, { refundLimits: { USD: 0.5 }, refundHoldMinutes: 30 })
  expect(await shop.take('declare')).toBe('declared')
  expect(await shop.take('confirm')).toBe('none')
  await endRefunds(hub)
  Object.assign(settings, { refundLimits: {}, refundHoldMinutes: 0 })
  expect(await shop.listAtProvider()).toEqual([99])
})

test('the retry of a failed withdrawal is no goodwill either: the game hears of a withdrawal', async ({
  hub,
  shop,
}) => {
  const { clock } = hub
  const { db, catalogue } = hub.context
  const { console: settings } = catalogue.content().hub
  Object.assign(settings, { refundLimits: { USD: 0.5 }, refundHoldMinutes: 30 })
  onTestFinished(() => void Object.assign(settings, { refundLimits: {}, refundHoldMinutes: 0 }))
  expect(await shop.take('declare')).toBe('declared')
  clock.advance(HOUR_MS)
  expect(await shop.take('confirm')).toBe('none')
  const failed = (await shop.listRefunds())[0] ?? expect.unreachable()
  const end = { state: 'failed', settledAt: clock.now(), nextCheckAt: null } as const
  await db.updateTable('refunds').set(end).where('id', '=', failed.id).execute()
  clock.advance(HOUR_MS)
  const support = await addTestOperator(hub, { role: 'support', project: '*' })
  const retry = { params: { id: failed.id }, body: { reason: 'Again' }, idempotencyKey: newId() }
  expect((await support.call('POST /refunds/{id}/retry', retry)).ok).toBe(true)
  const { declaredAt, confirmedAt } = failed
  expect((await shop.listRefunds())[1]).toMatchObject({ declaredAt, confirmedAt, heldUntil: null })
  await endRefunds(hub)
  expect(await shop.listAtProvider()).toEqual([99])
  const read = { params: { id: shop.orderId } }
  const { allowanceMinor, timeline } = (await support.callOk('GET /orders/{id}', read)).data.result
  expect(allowanceMinor).toBe(50)
  expect(timeline.filter(({ sentence }) => sentence?.code === 'withdrawal.declared')).toHaveLength(1)
  const data = (await shop.checkout.webhooks()).map(({ body }) => body.data)
  const reasons = data.flatMap((one) => (one.paymentId === shop.orderId && one.reason) || [])
  expect(new Set(reasons)).toEqual(new Set(['withdrawal']))
})

test('staff undo a declared withdrawal only at its own cost: the player declares it again', async ({
  shop,
}) => {
  expect(await shop.take('declare')).toBe('declared')
  const [refund] = await shop.listRefunds()
  const params = { id: refund?.id ?? '' }
  await shop.owner.callOk('POST /refunds/{id}/undo', { params, body: {} })
  expect((await shop.show()).audit.map(({ action }) => action)).toContain('order.refund-undo')
  expect(await shop.take('confirm')).toBe('WITHDRAWAL_NOT_DECLARED')
  expect(await shop.take('declare')).toBe('declared')
  expect(await shop.take('confirm')).toBe('none')
})

test('an operator who decides about the item between the steps takes the withdrawal over', async ({
  hub,
  shop,
}) => {
  expect(await shop.take('declare')).toBe('declared')
  const by = ['--by', 'olga', '--reason', 'asked on the phone']
  expect((await runOnHub(hub, ['orders', 'grant', shop.orderId, ...by])).code).toBe(0)
  expect(await shop.consume()).toBe('ok')
  expect(await shop.take('confirm')).toBe('WITHDRAWAL_NEEDS_SUPPORT')
  await hub.passTime(DAY_MS)
  await endRefunds(hub)
  expect(await shop.listAtProvider()).toEqual([])
  expect(await shop.getPurchase()).toMatchObject({ consumedAt: expect.any(Number) })
})

test('a refund in the dashboard between the steps leaves only the rest to pay back', async ({
  hub,
  shop,
}) => {
  expect(await shop.take('declare')).toBe('declared')
  await shop.checkout.stripe.refunds.create({ payment_intent: shop.intentId, amount: 30 })
  await runOnHub(hub, ['orders', 'reconcile', shop.orderId, '--by', 'olga', '--reason', 'compare'])
  await hub.runDueJobs()
  expect(await shop.take('confirm')).toBe('none')
  await endRefunds(hub)
  expect((await shop.listAtProvider()).toSorted()).toEqual([30, 69])
  expect(await shop.show()).toMatchObject({ refundedMinor: 99, purchase: { state: 'revoked' } })
})

test('an unknown full refund in the dashboard is found before the confirmed one is sent', async ({
  hub,
  shop,
}) => {
  expect(await shop.take('declare')).toBe('declared')
  await shop.checkout.stripe.refunds.create({ payment_intent: shop.intentId })
  expect(await shop.take('confirm')).toBe('none')
  await endRefunds(hub)
  expect(await shop.listAtProvider()).toEqual([99])
  expect((await shop.show()).refundedMinor).toBe(99)
})

test('the server of a game sees the lock and cannot consume a locked item', async ({ hub, player, shop }) => {
  await openGame(hub, player)
  const { id } = await shop.getPurchase()
  const params = { id }
  expect(await shop.take('declare')).toBe('declared')
  const game = gameServerClient(hub)
  const query = { playerId: player.userId }
  const { data } = await game.callOk('GET /purchases', { query })
  expect(data.result).toMatchObject([{ id, state: 'frozen' }])
  expect((await game.call('POST /purchases/{id}/consume', { params })).body).toMatchObject({
    code: 'PURCHASE_FROZEN',
  })
})

refundTest(stripeCase)(
  'a disputed order waits for the bank, also when the dispute comes between the steps',
  async ({ hub, player, checkout, refunds }) => {
    offerWithdrawal(hub)
    const { orderId, id } = await refunds.buy()
    expect(await takeStep(hub, player, orderId, 'declare')).toBe('declared')
    await checkout.control.decide(id, { outcome: 'dispute', webhook: 'send' })
    await checkout.deliver(await checkout.take('charge.dispute.created'))
    await hub.runDueJobs()
    expect(await takeStep(hub, player, orderId, 'confirm')).toBe('PAYMENT_DISPUTED')
    await hub.passTime(DAY_MS)
    expect(await refunds.getPurchaseState(orderId)).toBe('frozen')
    expect(await takeStep(hub, player, orderId, 'declare')).toBe('PAYMENT_DISPUTED')
    const query = { paymentId: orderId }
    const { data } = await hub.callOk('GET /payments/get-user-payment', { as: player, query })
    expect(data.result.withdrawal?.state).toBe('disputed')
    const stripe = stripeAt(hub.sandboxUrl)
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'losing_evidence' } })
    await checkout.deliver(await checkout.take('charge.dispute.closed'))
    await hub.runDueJobs()
    expect(await takeStep(hub, player, orderId, 'declare')).toBe('REFUND_EXCEEDS_PAID')
    const refunded = await refunds.listRefunds(orderId)
    expect(refunded.filter(({ state }) => state !== 'failed')).toEqual([])
  },
)
