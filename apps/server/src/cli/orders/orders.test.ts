import { expect } from 'vitest'
import { gameServerTest } from '../../../test/support/payments/game-server.ts'
import { boosters, stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { newId } from '../../platform/ids.ts'

const why = ['--by', 'olga', '--reason', 'The bank shows the charge']
const run = (hub: TestHub, command: string, options: string[] = []) =>
  runOnHub(hub, [...command.split(' '), ...options])
const json = readOnHub

test('an order is found by its id, the payment at the provider, and its player', async ({
  hub,
  checkout,
}) => {
  const player = await hub.logIn('anna@example.org')
  const { orderId, intentId } = await checkout.buy(player)
  await checkout.buy(await hub.logIn('boris@example.org'))
  for (const text of [orderId, intentId, player.userId, 'anna@example.org', 'anna@']) {
    expect(await json(hub, `orders find ${text}`)).toMatchObject([{ id: orderId, status: 'paid' }])
  }
  expect((await run(hub, 'orders find nothing')).printed).toBe('Nothing found.')
  const { printed } = await run(hub, `orders show ${orderId}`)
  expect(printed).toContain(intentId)
  expect(printed).toContain('Order paid through Stripe')
  expect((await run(hub, `orders show ${newId()}`)).code).toBe(1)
})

test('reconciling finds a refund that was made in the provider dashboard', async ({
  hub,
  checkout,
  player,
}) => {
  const { orderId, intentId } = await checkout.buy(player)
  await checkout.stripe.refunds.create({ payment_intent: intentId })
  await run(hub, `orders reconcile ${orderId}`, why)
  await hub.runDueJobs()
  expect(await json(hub, `orders show ${orderId}`)).toMatchObject({
    refundedMinor: 99,
    purchase: { state: 'revoked' },
  })
})

gameServerTest(
  'a granted item reaches the game, and a payment that comes later is returned and grants no second one',
  async ({ hub, game }) => {
    const checkout = stripeCheckout(hub)
    const player = await hub.logIn()
    const { orderId, intentId } = await checkout.orderAndOpen(player)
    for (let times = 0; times < 2; times++) {
      expect((await run(hub, `orders grant ${orderId}`, why)).code).toBe(0)
    }
    await checkout.decide(intentId)
    await hub.runDueJobs()
    expect(game.accepted.map(({ body }) => body)).toMatchObject([
      { type: 'purchase.granted', data: { paymentId: orderId, state: 'granted' } },
    ])
    const [owned, ...others] = await checkout.purchases(player)
    expect([owned?.paymentId, others]).toEqual([orderId, []])

    await checkout.deliver(await checkout.fetchEvent(intentId, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    expect(await checkout.purchases(player)).toEqual([owned])
    expect(await json(hub, `orders show ${orderId}`)).toMatchObject({ status: 'none' })
    expect((await checkout.stripe.refunds.list({ payment_intent: intentId })).data).toMatchObject([
      { amount: 99 },
    ])
    expect(game.accepted.map(({ body }) => body.type)).toEqual(['purchase.granted'])
  },
)

gameServerTest(
  'a revoked item stays revoked through a refund, and the game is informed',
  async ({ hub, game }) => {
    const checkout = stripeCheckout(hub)
    const player = await hub.logIn()
    const { orderId } = await checkout.buy(player)
    await run(hub, `orders revoke ${orderId}`, why)
    expect(await checkout.purchases(player)).toEqual([])
    expect((await run(hub, `refund ${orderId} 0.40 --reason Sorry`)).code).toBe(0)
    await hub.runDueJobs()
    expect(await checkout.purchases(player)).toEqual([])
    expect(game.accepted.map(({ body }) => body.type)).toContain('purchase.revoked')
    expect(await json(hub, `audit --subject ${orderId}`)).toMatchObject([
      { action: 'order.refund', operator: 'root', after: { amountMinor: 40 } },
      { action: 'order.revoke', before: { state: 'granted' }, after: { state: 'revoked' } },
    ])
    expect((await run(hub, `orders revoke ${await checkout.order(player)}`, why)).code).toBe(1)
  },
)

gameServerTest(
  'a webhook is shown with its body, and a ping shows what the game server answers',
  async ({ hub, game }) => {
    await stripeCheckout(hub).buy(await hub.logIn())
    const webhookId = game.accepted[0]?.id ?? ''
    expect(await json(hub, `webhooks show ${webhookId}`)).toMatchObject({
      state: 'delivered',
      body: expect.stringContaining('"type":"payment.paid"'),
    })
    expect((await run(hub, 'webhooks show unknown')).code).toBe(1)
    expect(await run(hub, 'webhooks ping islandm3')).toMatchObject({ code: 0 })
    game.respondWith(() => ({ status: 500 }))
    const { code, printed } = await run(hub, 'webhooks ping islandm3')
    expect([code, printed]).toEqual([1, 'Not accepted: The game server answered 500'])
    expect((await run(hub, 'webhooks ping nowhere')).code).toBe(1)
  },
)

test('an order is shown by its receipt number, and its timeline names operators and reasons', async ({
  hub,
  checkout,
  player,
}) => {
  const { orderId, intentId } = await checkout.buy(player)
  await run(hub, `orders revoke ${intentId}`, why)
  await run(hub, `refund ${orderId} 0.40 --by ivan --reason Came too late`)
  await hub.runDueJobs()
  const { db } = hub.context
  const { number } = await db.selectFrom('receipts').select('number').executeTakeFirstOrThrow()
  const { code, printed } = await run(hub, `orders show ${number}`)
  expect(code).toBe(0)
  for (const text of [
    'Purchase of islandm3-hints granted; it is revoked now',
    ...['Item revoked without a refund by operator olga', 'The bank shows the charge'],
    ...['Refund of $0.40 requested by operator ivan; it is succeeded now', 'Came too late'],
  ])
    expect(printed).toContain(text)
})

test('orders whose payment is in progress are listed', async ({ hub, checkout, player }) => {
  expect((await run(hub, 'orders pending')).printed).toBe('Nothing found.')
  await checkout.buy(player)
  await checkout.order(player, boosters)
  const { orderId: first } = await checkout.orderAndOpen(player)
  hub.clock.advance(1000)
  const { orderId: second } = await checkout.orderAndOpen(await hub.logIn('boris@example.org'))
  expect((await json(hub, 'orders pending')).map(({ id }: { id: string }) => id)).toEqual([first, second])
  expect(await json(hub, 'orders pending --project familytown')).toEqual([])
  expect((await run(hub, 'orders pending')).printed).toMatch(/pending +\$0\.99 +stripe$/m)
})
