import { expect, vi } from 'vitest'
import { test } from '../testing/hub-test.ts'
import { type Player, startTestHub, type TestHub } from '../testing/test-hub.ts'
import { cashierAt } from './testing/cashier.ts'
import { type SandboxPayment, sandboxControl } from './testing/sandbox-control.ts'

const openYooKassa = async (hub: TestHub, as: Player, id: string) =>
  (await hub.callOk('GET /payments/yookassa/create/{id}', { as, params: { id } })).data.confirmationToken
const closeYooKassa = async (hub: TestHub, as: Player, id: string) =>
  (await hub.callOk('GET /payments/yookassa/modal-close/{id}', { as, params: { id } })).data.result

async function openYandexPay(hub: TestHub, as: Player, paymentId: string): Promise<string> {
  const answer = await hub.callOk('POST /payments/yandex-pay/create', { as, body: { paymentId } })
  expect(answer).toEqual({ code: 200, status: 'success', data: { paymentUrl: expect.any(String) } })
  return answer.data.paymentUrl
}

async function paymentAt(hub: TestHub, provider: string): Promise<SandboxPayment> {
  const payments = await sandboxControl(hub.sandboxUrl).payments()
  const found = payments.find((payment) => payment.provider === provider)
  if (!found) throw new Error(`The sandbox has no payment at ${provider}`)
  return found
}

test.each([
  ['YooKassa gives a token for its widget', openYooKassa, /^ct-/],
  ['Yandex Pay gives the address of its page', openYandexPay, /^http/],
])('%s, and its webhook makes one purchase', async (_what, open, form) => {
  const hub = await startTestHub({ jobs: 'running' })
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  const handover = await open(hub, player, orderId)
  expect(handover).toMatch(form)
  expect(await open(hub, player, orderId)).toBe(handover)
  await till.onSandbox(`/control/payments/${orderId}`, { outcome: 'succeed', deliveries: 3 })
  await vi.waitFor(async () => {
    expect(await till.webhooks()).toHaveLength(1)
    expect(await till.letters(player.email)).toHaveLength(1)
  }, 20_000)
  expect(await till.get(player, orderId)).toMatchObject({
    status: 'paid',
    payload: { currency: 'RUB', amountMinor: 9900 },
  })
  expect(await till.purchases(player)).toHaveLength(1)
})

test('closing the YooKassa form decides nothing: the answer tells whether the order is over', async ({
  hub,
}) => {
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  await openYooKassa(hub, player, orderId)
  expect(await closeYooKassa(hub, player, orderId)).toBe(false)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  await till.decide(orderId)
  hub.clock.advance(1000)
  expect(await closeYooKassa(hub, player, orderId)).toBe(true)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
})

test('money that a provider only holds is taken', async ({ hub, player }) => {
  const till = cashierAt(hub)
  for (const open of [openYooKassa, openYandexPay]) {
    const orderId = await till.order(player)
    await open(hub, player, orderId)
    await till.onSandbox(`/control/payments/${orderId}/rig`, { hold: true })
    await till.decide(orderId)
    await vi.waitFor(async () => {
      hub.clock.advance(1000)
      expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
    }, 10_000)
  }
  expect(await till.purchases(player)).toHaveLength(2)
})

test('another way to pay closes the first at its provider, where that can be', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  await openYandexPay(hub, player, orderId)
  expect((await till.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  await openYooKassa(hub, player, orderId)
  expect((await paymentAt(hub, 'yandex-pay')).status).toBe('FAILED')
  const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
  expect(screen).toMatchObject({ provider: 'yookassa', status: 'pending' })

  await till.decide(orderId)
  hub.clock.advance(1000)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid', payload: { currency: 'RUB' } })
})

test('a payment that was paid a moment before another way was chosen pays the order', async ({
  hub,
  player,
}) => {
  const till = cashierAt(hub)
  const orderId = await till.order(player)
  await openYooKassa(hub, player, orderId)
  await till.decide(orderId)
  const answer = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id: orderId } })
  expect(answer.body).toMatchObject({ code: 'PAYMENT_ALREADY_PAID' })
  expect(await till.purchases(player)).toHaveLength(1)
})

/** An order that YooKassa still waits for, and that is open at Stripe instead. */
async function switched(hub: TestHub, player: Player) {
  const till = cashierAt(hub)
  const orderId = await till.order(player)
  await openYooKassa(hub, player, orderId)
  const { id: yookassaId } = await paymentAt(hub, 'yookassa')
  const { id: intentId } = await till.open(player, orderId)
  return { till, orderId, yookassaId, intentId }
}

test('a way that was given up is paid after all: it pays the order, and what was opened instead is closed', async ({
  hub,
  player,
}) => {
  const { till, orderId, yookassaId, intentId } = await switched(hub, player)
  await till.decide(yookassaId)
  hub.clock.advance(5 * 60_000)
  await hub.runDueJobs()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid', payload: { currency: 'RUB' } })
  hub.clock.advance(5 * 60_000)
  await hub.runDueJobs()
  expect((await till.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  expect(await till.purchases(player)).toHaveLength(1)
})

test('both ways are paid: the order is paid once, and the second charge goes back', async ({
  hub,
  player,
}) => {
  const { till, orderId, yookassaId, intentId } = await switched(hub, player)
  await till.decide(intentId)
  hub.clock.advance(1000)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid', payload: { currency: 'USD' } })
  await till.decide(yookassaId)
  hub.clock.advance(5 * 60_000)
  await hub.runDueJobs()
  expect(await till.purchases(player)).toHaveLength(1)
  const refunded = await hub.context.db
    .selectFrom('refunds')
    .innerJoin('attempts', 'attempts.id', 'refunds.attemptId')
    .select(['provider', 'refunds.state', 'providerRefundId', 'supersededAt'])
    .execute()
  expect(refunded).toEqual([
    { provider: 'yookassa', state: 'succeeded', providerRefundId: expect.any(String), supersededAt: null },
  ])
})

test('a way that was given up is watched until its provider has ended it, and no longer', async ({
  hub,
  player,
}) => {
  const { till, orderId, yookassaId } = await switched(hub, player)
  const watched = async () =>
    (await hub.context.db.selectFrom('attempts').select('id').where('supersededAt', 'is not', null).execute())
      .length
  hub.clock.advance(5 * 60_000)
  await hub.runDueJobs()
  expect(await watched()).toBe(1)
  await till.decide(yookassaId, { outcome: 'abandon' })
  hub.clock.advance(5 * 60_000)
  await hub.runDueJobs()
  expect(await watched()).toBe(0)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test('a provider that does not answer does not keep a player from another way to pay', async ({
  hub,
  player,
}) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  await till.onSandbox('/control/faults', { target: 'stripe:payment_intents', kind: 'reset', times: 9 })
  expect(await openYooKassa(hub, player, orderId)).toMatch(/^ct-/)
  await fetch(`${hub.sandboxUrl}/control/faults`, { method: 'DELETE' })
  hub.clock.advance(5 * 60_000)
  await hub.runDueJobs()
  expect((await till.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test('a project sells only the ways it lists', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const orderId = await till.order(player)
  const project = hub.context.catalogue.project('islandm3')
  if (!project) throw new Error('There is no such project')
  project.paymentsMethods = [{ provider: 'stripe', methods: ['card'] }]
  const refused = await hub.call('POST /payments/yandex-pay/create', {
    as: player,
    body: { paymentId: orderId },
  })
  expect(refused.body).toMatchObject({ code: 'PAYMENTS_METHODS_NOT_EXIST', status: 409 })
})

test('a way that a project lists and this hub has no keys for is not there', async () => {
  const hub = await startTestHub({ env: { HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1' } })
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  const refused = await hub.call('GET /payments/yookassa/create/{id}', {
    as: player,
    params: { id: orderId },
  })
  expect(refused.body).toMatchObject({ code: 'PAYMENTS_PROVIDER_DATA_NOT_EXIST', status: 409 })
  const screen = await hub.call('GET /payments/process/{id}', { as: player, params: { id: orderId } })
  expect(screen.body).toMatchObject({ code: 'PAYMENTS_METHODS_NOT_EXIST', status: 409 })
  expect((await fetch(`${hub.url}/webhooks/yookassa`, { method: 'POST' })).status).toBe(404)
})
