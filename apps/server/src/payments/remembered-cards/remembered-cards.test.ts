import { expect } from 'vitest'
import { type RememberingProvider, test } from '../../../test/support/payments/remembering.ts'
import { boosters } from '../../../test/support/payments/stripe-checkout.ts'
import { HOUR_MS } from '../../platform/clock.ts'

const providers: RememberingProvider[] = ['stripe', 'yookassa']
const threeDsCard = { number: '5555555555554477', expMonth: '12', expYear: '40', cvc: '123' }

test.for(providers)(
  '%s remembers a card when the player asks, and never otherwise',
  async (provider, { hub, player, cards }) => {
    await cards.pay(provider, player)
    await cards.pay(provider, player, 'false')
    expect(await cards.list(player)).toEqual([])
    const { card } = await cards.remember(provider, player)
    const last4 = provider === 'stripe' ? '4242' : '4444'
    expect(card).toMatchObject({ provider, last4, expires: '12/2034' })
    const orderId = await cards.order(player)
    const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
    expect(screen.cards).toEqual({ remembered: [card], rememberedBy: ['stripe', 'yookassa'] })
    expect(JSON.stringify([screen, card])).not.toContain(await cards.readMethodId())
  },
)

test('the same card is remembered once, and the oldest of many is forgotten', async ({ player, cards }) => {
  await cards.remember('stripe', player)
  const { card } = await cards.remember('stripe', player)
  expect(await cards.list(player)).toEqual([card])
})

test('one press charges a card at YooKassa, and a second press nothing more', async ({ player, cards }) => {
  const { card } = await cards.remember('yookassa', player)
  const orderId = await cards.order(player)
  const presses = await Promise.all([1, 2, 3].map(() => cards.press(player, orderId, card.id)))
  expect(presses).toContainEqual({ status: 'paid', providerId: null, clientToken: null })
  expect(await cards.press(player, orderId, card.id)).toMatchObject({ status: 'paid' })
  expect(await cards.payments(orderId)).toMatchObject([{ status: 'succeeded' }])
  expect((await cards.checkout.get(player, orderId)).status).toBe('paid')
})

test('a press charges nothing for a bundle with a one-time item that the player owns', async ({
  hub,
  player,
  cards,
}) => {
  const { card } = await cards.remember('yookassa', player)
  const [bundle, part] = ['islandm3-chest', boosters].map((id) => hub.context.catalogue.item(id))
  if (!bundle || !part) expect.unreachable()
  Object.assign(bundle, { contains: [{ item: part.id, quantity: 1 }] })
  part.once = true
  const orderId = await cards.order(player, bundle.id)
  await cards.checkout.buy(player, part.id)
  expect(await cards.press(player, orderId, card.id)).toBe('ITEM_ALREADY_OWNED')
  expect(await cards.payments(orderId)).toEqual([])
})

test('a press at Stripe charges nothing before the browser has confirmed it', async ({
  hub,
  player,
  cards,
}) => {
  const { card } = await cards.remember('stripe', player)
  const orderId = await cards.order(player)
  const pressed = await cards.press(player, orderId, card.id)
  expect(pressed).toMatchObject({ status: 'pending', clientToken: expect.stringContaining('_secret_') })
  expect(await cards.press(player, orderId, card.id)).toEqual(pressed)
  await hub.passTime(HOUR_MS)
  const [payment] = await cards.payments(orderId)
  expect(payment).toMatchObject({ status: 'requires_confirmation' })
  const confirmation = { return_url: 'https://hub.example', use_stripe_sdk: true }
  await cards.checkout.stripe.paymentIntents.confirm(payment?.id ?? '', confirmation)
  expect((await cards.checkout.get(player, orderId)).status).toBe('paid')
  expect(await cards.list(player)).toEqual([card])
})

test('YooKassa asks for 3-D Secure again on the page of the bank', async ({ hub, player, cards }) => {
  const first = await cards.order(player)
  const query = { remember: 'true' as const }
  const opening = { as: player, params: { id: first }, query }
  const { data } = await hub.callOk('GET /payments/yookassa/create/{id}', opening)
  await cards.actAtYooKassa(data.confirmationToken, { action: 'card', card: threeDsCard })
  await cards.actAtYooKassa(data.confirmationToken, { action: 'challenge', hasPassed: true })
  await cards.checkout.get(player, first)
  await hub.runDueJobs()
  const [card] = await cards.list(player)
  const orderId = await cards.order(player)
  const pressed = await cards.press(player, orderId, card?.id ?? '')
  const url = typeof pressed === 'object' ? new URL(pressed.clientToken ?? '') : undefined
  expect(url?.pathname).toBe('/yookassa/pay')
  const token = url?.searchParams.get('token') ?? ''
  await cards.actAtYooKassa(token, { action: 'challenge', hasPassed: true })
  expect((await cards.checkout.get(player, orderId)).status).toBe('paid')
})

test('after a refusal the form is open, and only another press tries the card again', async ({
  hub,
  player,
  cards,
}) => {
  const { card, orderId: saving } = await cards.remember('yookassa', player)
  await cards.control.rig((await cards.payments(saving))[0]?.id ?? '', { savedMethod: 'revoked' })
  const orderId = await cards.order(player)
  expect(await cards.press(player, orderId, card.id)).toBe('CARD_REFUSED')
  await hub.passTime(HOUR_MS)
  expect(await cards.payments(orderId)).toMatchObject([{ status: 'canceled' }])
  await cards.open('yookassa', player, orderId)
  expect(await cards.payments(orderId)).toMatchObject([{ status: 'pending' }, { status: 'canceled' }])
})

test('a card that Stripe has detached falls back to the form', async ({ player, cards }) => {
  const { card } = await cards.remember('stripe', player)
  await cards.checkout.stripe.paymentMethods.detach(await cards.readMethodId())
  const orderId = await cards.order(player)
  expect(await cards.press(player, orderId, card.id)).toBe('CARD_REFUSED')
  await cards.open('stripe', player, orderId)
  expect(await cards.payments(orderId)).toMatchObject([{ status: 'requires_payment_method' }])
})

test('a form opened beside a remembered card takes its place', async ({ player, cards }) => {
  const { card } = await cards.remember('stripe', player)
  const orderId = await cards.order(player)
  await cards.press(player, orderId, card.id)
  await cards.open('stripe', player, orderId)
  expect(await cards.payments(orderId)).toMatchObject([
    { status: 'requires_payment_method' },
    { status: 'canceled' },
  ])
})

test('a removed card is detached at Stripe, also when Stripe is down at first', async ({
  hub,
  player,
  cards,
}) => {
  const { card } = await cards.remember('stripe', player)
  const methodId = await cards.readMethodId()
  await cards.control.fault('stripe:payment_methods.detach', '500', 10)
  expect(await cards.remove(player, card.id)).toBe('ok')
  expect(await cards.list(player)).toEqual([])
  await hub.runDueJobs()
  const readCustomer = async () => (await cards.checkout.stripe.paymentMethods.retrieve(methodId)).customer
  expect(await readCustomer()).toMatch(/^cus_/)
  await cards.control.clearFaults()
  await hub.passTime(HOUR_MS)
  expect(await readCustomer()).toBeNull()
  expect(await hub.context.db.selectFrom('rememberedCards').selectAll().execute()).toEqual([])
})
