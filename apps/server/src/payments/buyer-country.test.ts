import { expect, test as plainTest } from 'vitest'
import { test as hubTest } from '../../test/support/hub-test.ts'
import { addTestOperator } from '../../test/support/operators/operator-client.ts'
import { refundAs } from '../../test/support/payments/refund-staff.ts'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import type { Player, TestHub } from '../../test/support/test-hub.ts'
import { toCountry } from './buyer-country.ts'
import { listSalesRows } from './finance/sales-rows.ts'

const behindProxy = hubTest.extend('hubOptions', {
  env: { TRUST_PROXY: 'true', COUNTRY_HEADER: 'CF-IPCountry' },
})

const germanCard = 'pm_card_de'
const inCountry = (country: string) => ({ 'cf-ipcountry': country })

const openStripe = async (hub: TestHub, as: Player, id: string, headers: Record<string, string> = {}) =>
  (await hub.callOk('GET /payments/stripe/create/{id}', { as, params: { id }, headers })).id

async function pay(hub: TestHub, intentId: string, card: string): Promise<unknown> {
  const { stripe, fetchEvent, deliver } = stripeCheckout(hub)
  await stripe.paymentIntents.confirm(intentId, { payment_method: card, return_url: 'https://hub.example' })
  const event = await fetchEvent(intentId, 'payment_intent.succeeded')
  await deliver(event)
  await hub.runDueJobs()
  return event
}

/** Buys an item with a card from a network. @returns  the order's id */
async function buyFrom(hub: TestHub, as: Player, headers: Record<string, string>, card: string) {
  const { order } = stripeCheckout(hub)
  const orderId = await order(as, 'islandm3-boosters')
  const event = await pay(hub, await openStripe(hub, as, orderId, headers), card)
  return { orderId, event }
}

async function readCountries({ context: { db } }: TestHub, orderId: string) {
  return db
    .selectFrom('orders')
    .select(['countryByNetwork', 'countryByCard'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}

plainTest('a country is two capital letters that ISO 3166 has assigned', () => {
  expect(['DE', 'RU', 'US', 'GB', 'AX'].map(toCountry)).toEqual(['DE', 'RU', 'US', 'GB', 'AX'])
  const garbage = ['', 'de', 'DEU', 'D', 'XX', 'ZZ', 'T1', 'EU', 'UK', 'DE, RU', ' DE', 'DE\n', "D'", 'ДЕ']
  expect([...garbage, undefined, null, 49, ['DE'], { DE: 1 }].map(toCountry)).toEqual(
    Array(garbage.length + 5).fill(null),
  )
})

behindProxy('an order keeps the country of the network and that of the card', async ({ hub, player }) => {
  const { orderId } = await buyFrom(hub, player, inCountry('FR'), germanCard)
  expect(await readCountries(hub, orderId)).toEqual({ countryByNetwork: 'FR', countryByCard: 'DE' })
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  const { data } = await operator.callOk('GET /orders/{id}', { params: { id: orderId } })
  expect(data.result).toMatchObject({ country: 'DE', countryByNetwork: 'FR', countryByCard: 'DE' })
})

behindProxy('a paid event that arrives again changes neither proof', async ({ hub, player }) => {
  const { orderId, event } = await buyFrom(hub, player, inCountry('FR'), germanCard)
  await stripeCheckout(hub).deliver(event, { times: 3 })
  await hub.runDueJobs()
  await openStripe(hub, player, orderId, inCountry('US')).catch(() => undefined)
  expect(await readCountries(hub, orderId)).toEqual({ countryByNetwork: 'FR', countryByCard: 'DE' })
})

behindProxy.for(['de', 'DEU', 'XX', 'DE, RU', '<script>', '', 'DE'.repeat(20)])(
  'a header with "%s" is no country',
  async (value, { hub, player }) => {
    const { orderId } = await buyFrom(hub, player, inCountry(value), germanCard)
    expect(await readCountries(hub, orderId)).toEqual({ countryByNetwork: null, countryByCard: 'DE' })
  },
)

const untrusted: Record<string, string>[] = [
  { COUNTRY_HEADER: 'CF-IPCountry' },
  { TRUST_PROXY: 'true' },
  { TRUST_PROXY: 'true', COUNTRY_HEADER: 'X-Country' },
]
for (const env of untrusted)
  hubTest.extend('hubOptions', { env })(
    `a country that the player sends is not read with ${Object.keys(env).join(' and ')}`,
    async ({ hub, player }) => {
      const { orderId } = await buyFrom(hub, player, inCountry('FR'), germanCard)
      expect(await readCountries(hub, orderId)).toEqual({ countryByNetwork: null, countryByCard: 'DE' })
    },
  )

behindProxy('of two attempts, the one that pays proves the country', async ({ hub, player }) => {
  const checkout = stripeCheckout(hub)
  const orderId = await checkout.order(player)
  const first = await openStripe(hub, player, orderId, inCountry('FR'))
  expect(await openStripe(hub, player, orderId, inCountry('US'))).toBe(first)
  expect(await readCountries(hub, orderId)).toMatchObject({ countryByNetwork: 'FR' })
  const headers = inCountry('RU')
  await hub.callOk('GET /payments/yookassa/create/{id}', { as: player, params: { id: orderId }, headers })
  expect(await readCountries(hub, orderId)).toMatchObject({ countryByNetwork: 'RU' })
  await checkout.decide(orderId)
  hub.clock.advance(1000)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
  expect(await readCountries(hub, orderId)).toEqual({ countryByNetwork: 'RU', countryByCard: 'US' })
})

behindProxy('a provider without card countries leaves the network', async ({ hub, player }) => {
  const checkout = stripeCheckout(hub)
  const orderId = await checkout.order(player)
  const body = { paymentId: orderId }
  await hub.callOk('POST /payments/yandex-pay/create', { as: player, body, headers: inCountry('KZ') })
  await checkout.decide(orderId)
  await expect
    .poll(async () => {
      hub.clock.advance(1000)
      return (await checkout.get(player, orderId)).status
    })
    .toBe('paid')
  expect(await readCountries(hub, orderId)).toEqual({ countryByNetwork: 'KZ', countryByCard: null })
})

behindProxy('staff list orders whose proofs disagree, and sum sales by country', async ({ hub, player }) => {
  const other = await buyFrom(hub, player, inCountry('FR'), germanCard)
  await buyFrom(hub, player, inCountry('DE'), germanCard)
  await buyFrom(hub, player, inCountry('US'), 'pm_card_visa')
  await buyFrom(hub, player, {}, 'pm_card_ru')
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  const { data } = await operator.callOk('GET /orders', { query: { countriesDiffer: 'true' } })
  expect(data.result.map(({ id }) => id)).toEqual([other.orderId])
  const paid = await operator.callOk('GET /orders', { query: { countriesDiffer: 'true', state: ['failed'] } })
  expect(paid.data.result).toEqual([])
  expect(await refundAs(operator, other.orderId)).toBe('ok')
  await hub.passTime(10_000)
  expect(await readCountries(hub, other.orderId)).toEqual({ countryByNetwork: 'FR', countryByCard: 'DE' })
  const { db } = hub.context
  const always = { from: 0, until: Date.parse('2031-01-01') } as const
  const rows = await listSalesRows(db, { ...always, by: 'month', isByCountry: true })
  expect(rows.map(({ country, orders, refunds }) => [country, orders, refunds])).toEqual([
    ['DE', 2, 1],
    ['RU', 1, 0],
    ['US', 1, 0],
  ])
  const sum = await listSalesRows(db, { ...always, by: 'month' })
  expect(sum).toMatchObject([{ country: null, orders: 4 }])
  const csv = (await operator.read('/finance/documents/export?month=2030-01')).text
  expect(csv.match(/,DE,/g)).toHaveLength(3)
})
