import { describe, expect, test } from 'vitest'
import { compareWithOracle } from '../../../test/support/offers/compare-with-oracle.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { Offers } from './offer-fields.ts'
import { type Facts, type PricedItem, quote, type Rounding } from './quote.ts'

const now = Date.parse('2026-11-30T12:00:00Z')
const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString()
const coins: PricedItem = { id: 'coins', price: { RUB: 19900, USD: 249 } }
const known: Facts = { hasPaid: false, lastVisitAt: null }

function quoteWith(offers: object[], facts: Facts | null = null, item = coins, rounding: Rounding = {}) {
  const given = offers.map((offer, index) => ({ id: `offer-${index}`, items: 'all', ...offer }))
  return quote(item, { offers: Offers.parse(given), rounding }, facts, now)
}

test('an item without offers costs what the list says', () => {
  expect(quoteWith([])).toEqual({
    ...{ list: coins.price, price: coins.price, lines: [{ itemId: 'coins', quantity: 1 }] },
    ...{ offerIds: [], endsAt: null, validUntil: null },
  })
})

describe('a sale', () => {
  test('runs from its first instant to the one before its last', () => {
    const run = (from: number, until: number) =>
      quoteWith([{ kind: 'sale', percent: 50, from: at(from), until: at(until) }])
    expect(run(0, 1)).toMatchObject({ price: { RUB: 9950, USD: 125 }, endsAt: now + HOUR_MS })
    expect(run(-1, 0)).toMatchObject({ price: coins.price, endsAt: null, validUntil: null })
    expect(run(1, 2)).toMatchObject({ price: coins.price, validUntil: now + HOUR_MS })
  })

  test('is rounded half up, then to the rounding of the hub', () => {
    expect(quoteWith([{ kind: 'sale', percent: 50 }]).price.USD).toBe(125)
    const rounded = quoteWith([{ kind: 'sale', percent: 33 }], null, coins, { RUB: 1, USD: 0.05 })
    expect(rounded.price).toEqual({ RUB: 13300, USD: 165 })
  })

  test('does not apply below the smallest charge, nor when it costs more', () => {
    expect(quoteWith([{ kind: 'sale', percent: 90 }]).price).toEqual({ RUB: 1990, USD: 249 })
    expect(quoteWith([{ kind: 'sale', price: { RUB: 300 } }])).toMatchObject({
      price: coins.price,
      offerIds: [],
    })
  })

  test('with the lowest price wins, among equals the first by id', () => {
    const both = quoteWith([
      { kind: 'sale', percent: 10, id: 'a' },
      { kind: 'sale', price: { RUB: 100, USD: 2.3 }, id: 'b' },
    ])
    expect(both).toMatchObject({ price: { RUB: 10000, USD: 224 }, offerIds: ['a', 'b'] })
    const equal = quoteWith([
      { kind: 'sale', percent: 10, id: 'b' },
      { kind: 'sale', percent: 10, id: 'a' },
    ])
    expect(equal.offerIds).toEqual(['a'])
  })
})

describe('an audience', () => {
  const forAudience = (audience: unknown, facts: Facts | null) =>
    quoteWith([{ kind: 'sale', percent: 50, for: audience }], facts).offerIds.length > 0

  test.each([
    ['first-purchase', null, false],
    ['first-purchase', known, true],
    ['first-purchase', { ...known, hasPaid: true }, false],
    ['paying', known, false],
    ['paying', { ...known, hasPaid: true }, true],
    [{ returning: { days: 30 } }, known, false],
    [{ returning: { days: 30 } }, { ...known, lastVisitAt: now - 30 * DAY_MS }, true],
    [{ returning: { days: 30 } }, { ...known, lastVisitAt: now - 30 * DAY_MS + 1 }, false],
  ])('%o of %o: %s', (audience, facts, isIncluded) => {
    expect(forAudience(audience, facts)).toBe(isIncluded)
  })
})

describe('a code', () => {
  const sale = { kind: 'sale', percent: 20, id: 'sale' }
  const enter = (code: object) =>
    quoteWith([sale, { kind: 'code', id: 'code', ...code }], { ...known, codeOffer: 'code' })

  test('does nothing unless it is entered', () => {
    expect(quoteWith([{ kind: 'code', percent: 50 }], known).offerIds).toEqual([])
  })
  test('competes with a sale', () => {
    expect(enter({ percent: 10 })).toMatchObject({ price: { RUB: 15920 }, offerIds: ['sale'] })
    expect(enter({ percent: 30 })).toMatchObject({ price: { RUB: 13930 }, offerIds: ['code'] })
  })
  test('that stacks lowers the price of the sale', () => {
    expect(enter({ percent: 10, stacks: true })).toMatchObject({
      price: { RUB: 14328 },
      offerIds: ['code', 'sale'],
    })
  })
  test('may add items', () => {
    expect(enter({ adds: [{ item: 'gem', quantity: 2 }] }).lines).toEqual([
      { itemId: 'coins', quantity: 1 },
      { itemId: 'gem', quantity: 2 },
    ])
  })
})

test('a bundle is what it contains, and bonuses add to it', () => {
  const bundle = { ...coins, contains: [{ item: 'gem', quantity: 3 }] }
  const bonus = (item: string) => ({ kind: 'bonus', adds: [{ item, quantity: 2 }] })
  expect(quoteWith([bonus('gem'), bonus('key')], null, bundle)).toMatchObject({
    lines: [
      { itemId: 'gem', quantity: 5 },
      { itemId: 'key', quantity: 2 },
    ],
    offerIds: ['offer-0', 'offer-1'],
    price: coins.price,
  })
})

test('a bonus adds no item that the player keeps', () => {
  const bonus = { kind: 'bonus', adds: [{ item: 'map' }, { item: 'gem' }], id: 'more' }
  const quoted = quoteWith([bonus, { kind: 'bonus', adds: [{ item: 'map' }] }], { ...known, owned: ['map'] })
  expect(quoted).toMatchObject({
    lines: [
      { itemId: 'coins', quantity: 1 },
      { itemId: 'gem', quantity: 1 },
    ],
    offerIds: ['more'],
  })
})

test('a quote is valid until the next beginning or end', () => {
  const { validUntil } = quoteWith([
    { kind: 'sale', percent: 5, until: at(9) },
    { kind: 'bonus', adds: [{ item: 'gem' }], from: at(4) },
    { kind: 'sale', percent: 5, from: at(1), items: ['another'] },
  ])
  expect(validUntil).toBe(now + 4 * HOUR_MS)
})

test('ten thousand random carts cost what an independent oracle says', () => compareWithOracle(10_000))
