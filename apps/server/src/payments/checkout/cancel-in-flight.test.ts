/** Cancellations that overtake a checkout, at each provider. */
import { expect } from 'vitest'
import { startGameServer } from '../../../test/support/payments/game-server.ts'
import { startHubOnHeldSandbox } from '../../../test/support/payments/held-sandbox.ts'
import { providerCases, stripeCase, yandexPayCase } from '../../../test/support/payments/provider-cases.ts'
import { startProviderCheckout } from '../../../test/support/payments/provider-checkout.ts'
import { sandboxControl } from '../../../test/support/payments/sandbox-control.ts'
import { stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'

async function cancel(hub: TestHub, as: Player, paymentId: string): Promise<string> {
  return (await hub.callOk('POST /payments/cancel', { as, body: { paymentId } })).data.status
}

function openAttempts({ context }: TestHub) {
  return context.db.selectFrom('attempts').select('id').where('state', '=', 'open').execute()
}

async function listAttemptStates({ context }: TestHub): Promise<string[]> {
  const attempts = await context.db.selectFrom('attempts').select('state').orderBy('id').execute()
  return attempts.map(({ state }) => state)
}

async function statusesAtProvider({ sandboxUrl }: TestHub): Promise<string[]> {
  return (await sandboxControl(sandboxUrl).payments()).map(({ status }) => status)
}

test.each(providerCases)(
  'a payment that is cancelled while $provider creates it is cancelled there, and no attempt stays open',
  async (providerCase) => {
    const { createRequest, cancelledStatus } = providerCase
    const { hub, hold } = await startHubOnHeldSandbox()
    const checkout = stripeCheckout(hub)
    const player = await hub.logIn()
    const orderId = await checkout.order(player)
    const creation = hold(createRequest)
    const opening = providerCase.open(hub, player, orderId)
    await creation.isArrived
    expect(await cancel(hub, player, orderId)).toBe('none')
    creation.release()
    expect(await opening).toEqual({ refusal: 'PAYMENT_CANCELLED' })
    expect(await openAttempts(hub)).toEqual([])
    expect(await statusesAtProvider(hub)).toEqual([cancelledStatus])
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
    expect(await providerCase.open(hub, player, orderId)).toHaveProperty('clientToken')
  },
)

test('a payment that is cancelled while the game server verifies the player is not opened', async () => {
  const game = await startGameServer({ lines: 'verifyPlayers: true' })
  const { hub } = await startHubOnHeldSandbox({ env: game.env })
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  const requested = Promise.withResolvers<void>()
  const accepted = Promise.withResolvers<void>()
  game.respondWith(async () => {
    requested.resolve()
    await accepted.promise
    return { status: 200 }
  })
  const opening = stripeCase.open(hub, player, orderId)
  await requested.promise
  expect(await cancel(hub, player, orderId)).toBe('none')
  accepted.resolve()
  expect(await opening).toEqual({ refusal: 'PAYMENT_CANCELLED' })
  expect(await hub.context.db.selectFrom('attempts').select('id').execute()).toEqual([])
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
})

test.each(['POST /payments/cancel', 'POST /payments/stripe/cancellation-payment'] as const)(
  'a tab that reopens a payment while %s cancels it opens no other one',
  async (call) => {
    const { hub, hold } = await startHubOnHeldSandbox()
    const checkout = stripeCheckout(hub)
    const player = await hub.logIn()
    const { orderId, intentId } = await checkout.orderAndOpen(player)
    const retrieval = hold(/^GET .*\/payment_intents\//, 'request')
    const reopening = stripeCase.open(hub, player, orderId)
    await retrieval.isArrived
    const body = { paymentId: orderId, stripePaymentId: intentId }
    expect((await hub.callOk(call, { as: player, body })).data.status).toBe('none')
    retrieval.release()
    expect(await reopening).toEqual({ refusal: 'PAYMENT_CANCELLED' })
    expect(await openAttempts(hub)).toEqual([])
    expect(await statusesAtProvider(hub)).toEqual(['canceled'])
  },
)

test('a payment at Yandex Pay, which reports a cancelled one as failed, is cancelled even if a status call sees that first', async () => {
  const { hub, hold } = await startHubOnHeldSandbox()
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  await yandexPayCase.open(hub, player, orderId)
  const rollback = hold(/^POST .*\/rollback$/)
  const cancelled = cancel(hub, player, orderId)
  await rollback.isArrived
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
  rollback.release()
  expect(await cancelled).toBe('none')
  expect(await listAttemptStates(hub)).toEqual(['cancelled'])
})

test('a payment at Yandex Pay that fails after an earlier one of its order was cancelled has failed', async () => {
  const { hub, player, checkout } = await startProviderCheckout(yandexPayCase)
  const { orderId } = await checkout.orderAndOpen(player)
  expect(await cancel(hub, player, orderId)).toBe('none')
  await checkout.open(player, orderId)
  const { id } =
    (await checkout.control.payments()).find(({ status }) => status === 'PENDING') ?? expect.unreachable()
  await checkout.control.decide(id, { outcome: 'decline' })
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'fail' })
  expect(await listAttemptStates(hub)).toEqual(['cancelled', 'failed'])
})

test('a payment that is created after the player has switched to another provider is cancelled at once', async () => {
  const [stripe, yookassa] = providerCases
  const { hub, hold } = await startHubOnHeldSandbox()
  const player = await hub.logIn()
  const orderId = await stripeCheckout(hub).order(player)
  const creation = hold(stripeCase.createRequest)
  const opening = stripe?.open(hub, player, orderId)
  await creation.isArrived
  expect(await yookassa?.open(hub, player, orderId)).toHaveProperty('clientToken')
  creation.release()
  expect(await opening).toEqual({ refusal: 'PAYMENT_IN_PROGRESS' })
  expect(await openAttempts(hub)).toHaveLength(1)
  expect((await statusesAtProvider(hub)).toSorted()).toEqual(['canceled', 'pending'])
})

test('a cancellation also closes a payment that another tab opens at another provider meanwhile', async () => {
  const [stripe, yookassa] = providerCases
  const { hub, hold } = await startHubOnHeldSandbox()
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  await stripe?.open(hub, player, orderId)
  const cancellation = hold(/^POST .*\/payment_intents\/.*\/cancel$/)
  const cancelled = cancel(hub, player, orderId)
  await cancellation.isArrived
  expect(await yookassa?.open(hub, player, orderId)).toHaveProperty('clientToken')
  cancellation.release()
  expect(await cancelled).toBe('none')
  expect(await openAttempts(hub)).toEqual([])
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
})

test('of twenty payments that are cancelled at any moment, none stays open at the provider alone', async ({
  hub,
  player,
  checkout,
}) => {
  const orderIds = await Promise.all(Array.from({ length: 20 }, () => checkout.order(player)))
  await Promise.all(orderIds.flatMap((id) => [stripeCase.open(hub, player, id), cancel(hub, player, id)]))
  const { db } = hub.context
  const open = await db
    .selectFrom('attempts')
    .select('providerPaymentId')
    .where('state', '=', 'open')
    .execute()
  const unfinished = (await checkout.control.payments()).filter(({ status }) => status !== 'canceled')
  expect(unfinished.map(({ id }) => id).toSorted()).toEqual(
    open.map(({ providerPaymentId }) => providerPaymentId).toSorted(),
  )
})
