import { expect, vi } from 'vitest'
import { type SandboxPayment, sandboxControl } from '../../../test/support/payments/sandbox-control.ts'
import { stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import { type Player, startTestHub, type TestHub } from '../../../test/support/test-hub.ts'

const openYooKassa = async (hub: TestHub, as: Player, id: string) =>
  (await hub.callOk('GET /payments/yookassa/create/{id}', { as, params: { id } })).data.confirmationToken
const closeYooKassa = async (hub: TestHub, as: Player, id: string) =>
  (await hub.callOk('GET /payments/yookassa/modal-close/{id}', { as, params: { id } })).data.result

async function openYandexPay(hub: TestHub, as: Player, paymentId: string): Promise<string> {
  const response = await hub.callOk('POST /payments/yandex-pay/create', { as, body: { paymentId } })
  expect(response).toEqual({ code: 200, status: 'success', data: { paymentUrl: expect.any(String) } })
  return response.data.paymentUrl
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
])('%s, and its event creates one purchase', async (_what, open, form) => {
  const hub = await startTestHub({ jobs: 'running' })
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  const clientToken = await open(hub, player, orderId)
  expect(clientToken).toMatch(form)
  expect(await open(hub, player, orderId)).toBe(clientToken)
  await checkout.control.request(`/control/payments/${orderId}`, { outcome: 'succeed', deliveries: 3 })
  await vi.waitFor(async () => {
    expect(await checkout.webhooks()).toHaveLength(1)
    expect(await checkout.emails(player.email)).toHaveLength(1)
  }, 20_000)
  expect(await checkout.get(player, orderId)).toMatchObject({
    status: 'paid',
    payload: { currency: 'RUB', amountMinor: 9900 },
  })
  expect(await checkout.purchases(player)).toHaveLength(1)
})

test('closing the YooKassa form changes nothing: the response tells whether the order is final', async ({
  hub,
  checkout,
}) => {
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  await openYooKassa(hub, player, orderId)
  expect(await closeYooKassa(hub, player, orderId)).toBe(false)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
  await checkout.decide(orderId)
  hub.clock.advance(1000)
  expect(await closeYooKassa(hub, player, orderId)).toBe(true)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
})

test('money that a provider only holds is captured', async ({ hub, player, checkout }) => {
  for (const open of [openYooKassa, openYandexPay]) {
    const orderId = await checkout.order(player)
    await open(hub, player, orderId)
    await checkout.control.request(`/control/payments/${orderId}/rig`, { hold: true })
    await checkout.decide(orderId)
    await vi.waitFor(async () => {
      hub.clock.advance(1000)
      expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    }, 10_000)
  }
  expect(await checkout.purchases(player)).toHaveLength(2)
})

test('switching the provider cancels the first payment where that is possible', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await openYandexPay(hub, player, orderId)
  expect((await checkout.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  await openYooKassa(hub, player, orderId)
  expect((await paymentAt(hub, 'yandex-pay')).status).toBe('FAILED')
  const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
  expect(screen).toMatchObject({ provider: 'yookassa', status: 'pending' })

  await checkout.decide(orderId)
  hub.clock.advance(1000)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid', payload: { currency: 'RUB' } })
})

test('a payment that was paid just before a switch pays the order', async ({ hub, player, checkout }) => {
  const orderId = await checkout.order(player)
  await openYooKassa(hub, player, orderId)
  await checkout.decide(orderId)
  const response = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id: orderId } })
  expect(response.body).toMatchObject({ code: 'PAYMENT_ALREADY_PAID' })
  expect(await checkout.purchases(player)).toHaveLength(1)
})

/** An order opened at YooKassa, which cannot cancel it, and then at Stripe. */
async function switchToStripe(hub: TestHub, player: Player) {
  const checkout = stripeCheckout(hub)
  const orderId = await checkout.order(player)
  await openYooKassa(hub, player, orderId)
  const { id: yookassaId } = await paymentAt(hub, 'yookassa')
  const { id: intentId } = await checkout.open(player, orderId)
  return { checkout, orderId, yookassaId, intentId }
}

test('a superseded payment that is paid after all pays the order, and its replacement is cancelled', async ({
  hub,
  player,
}) => {
  const { checkout, orderId, yookassaId, intentId } = await switchToStripe(hub, player)
  await checkout.decide(yookassaId)
  await hub.passTime(5 * 60_000)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid', payload: { currency: 'RUB' } })
  await hub.passTime(5 * 60_000)
  expect((await checkout.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  expect(await checkout.purchases(player)).toHaveLength(1)
})

test('when both payments are paid, the order is paid once and the second charge is refunded', async ({
  hub,
  player,
}) => {
  const { checkout, orderId, yookassaId, intentId } = await switchToStripe(hub, player)
  await checkout.decide(intentId)
  hub.clock.advance(1000)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid', payload: { currency: 'USD' } })
  await checkout.decide(yookassaId)
  await hub.passTime(5 * 60_000)
  expect(await checkout.purchases(player)).toHaveLength(1)
  const refunded = await hub.context.db
    .selectFrom('refunds')
    .innerJoin('attempts', 'attempts.id', 'refunds.attemptId')
    .select(['provider', 'refunds.state', 'providerRefundId', 'supersededAt'])
    .execute()
  expect(refunded).toEqual([
    { provider: 'yookassa', state: 'succeeded', providerRefundId: expect.any(String), supersededAt: null },
  ])
})

test('a superseded payment is checked until its provider has closed it', async ({ hub, player }) => {
  const { checkout, orderId, yookassaId } = await switchToStripe(hub, player)
  const countSuperseded = async () =>
    (await hub.context.db.selectFrom('attempts').select('id').where('supersededAt', 'is not', null).execute())
      .length
  await hub.passTime(5 * 60_000)
  expect(await countSuperseded()).toBe(1)
  await checkout.decide(yookassaId, { outcome: 'abandon' })
  await hub.passTime(5 * 60_000)
  expect(await countSuperseded()).toBe(0)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test('a provider that does not respond does not block a switch to another one', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await checkout.control.fault('stripe:payment_intents', 'reset', 9)
  expect(await openYooKassa(hub, player, orderId)).toMatch(/^ct-/)
  await fetch(`${hub.sandboxUrl}/control/faults`, { method: 'DELETE' })
  await hub.passTime(5 * 60_000)
  expect((await checkout.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test('a project offers only the providers that it lists', async ({ hub, player, checkout }) => {
  const orderId = await checkout.order(player)
  const project = hub.context.catalogue.project('islandm3')
  if (!project) throw new Error('There is no such project')
  project.paymentsMethods = [{ provider: 'stripe', methods: ['card'] }]
  const refused = await hub.call('POST /payments/yandex-pay/create', {
    as: player,
    body: { paymentId: orderId },
  })
  expect(refused.body).toMatchObject({ code: 'PAYMENTS_METHODS_NOT_EXIST', status: 409 })
})

test('an order whose project no longer offers any provider cannot be paid', async ({
  hub,
  player,
  checkout,
}) => {
  const id = await checkout.order(player)
  const project = hub.context.catalogue.project('islandm3')
  if (!project) throw new Error('There is no such project')
  project.paymentsMethods = []
  const screen = await hub.call('GET /payments/process/{id}', { as: player, params: { id } })
  expect(screen.body).toMatchObject({ code: 'PAYMENTS_METHODS_NOT_EXIST', status: 409 })
})

const stripeOnly = {
  STRIPE_SECRET_KEY: 'sk_live_key',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_key',
}

test('a provider that a project lists but that is not configured is not offered', async () => {
  const hub = await startTestHub({
    env: { HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1', ...stripeOnly },
  })
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  const refused = await hub.call('GET /payments/yookassa/create/{id}', {
    as: player,
    params: { id: orderId },
  })
  expect(refused.body).toMatchObject({ code: 'PAYMENTS_PROVIDER_DATA_NOT_EXIST', status: 409 })
  const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
  expect(screen.paymentsMethods.map(({ provider }) => provider)).toEqual(['stripe'])
  expect((await fetch(`${hub.url}/webhooks/yookassa`, { method: 'POST' })).status).toBe(404)
})
