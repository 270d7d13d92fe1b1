import { expect, test } from 'vitest'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

const inDollarsOnly = (yaml: string) => yaml.replace('{ RUB: 99, USD: 0.99 }', '{ USD: 0.99 }')

test('a provider whose currency an item lacks is neither offered nor accepted', async () => {
  const hub = await startTestHub({ content: { islandm3: inDollarsOnly } })
  const player = await hub.logIn()
  const checkout = stripeCheckout(hub)
  const id = await checkout.order(player)
  const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id } })
  expect(screen.paymentsMethods).toEqual([{ provider: 'stripe', methods: ['card'] }])
  expect(screen.paymentData).toMatchObject({ ruPrice: null, ruAmountMinor: null, enPrice: 0.99 })
  const refused = await hub.call('GET /payments/yookassa/create/{id}', { as: player, params: { id } })
  expect(refused.body).toMatchObject({ code: 'PAYMENTS_METHODS_NOT_EXIST' })
})

test('an item with one currency is listed, paid and shown in it', async () => {
  const hub = await startTestHub({ content: { islandm3: inDollarsOnly } })
  const player = await hub.logIn()
  const headers = { 'frontend-language': 'ru' }
  const { data } = await hub.callOk('GET /control/get-prices', { query: { project: 'islandm3' } })
  expect(data.result[0]).toMatchObject({ ruValue: null, enValue: 0.99, ruTitle: 'Пять подсказок' })
  await stripeCheckout(hub).buy(player)
  const history = await hub.callOk('GET /payments/get-user-payments', { as: player, query: {}, headers })
  expect(history.data.result).toMatchObject([{ title: 'Пять подсказок', price: 0.99, currency: 'USD' }])
})
