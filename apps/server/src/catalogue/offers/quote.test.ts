import type { Currency } from '@playhub/contract'
import { describe, expect, test } from 'vitest'
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

test('a quote is valid until the next beginning or end', () => {
  const { validUntil } = quoteWith([
    { kind: 'sale', percent: 5, until: at(9) },
    { kind: 'bonus', adds: [{ item: 'gem' }], from: at(4) },
    { kind: 'sale', percent: 5, from: at(1), items: ['another'] },
  ])
  expect(validUntil).toBe(now + 4 * HOUR_MS)
})

describe('random carts', () => {
  /** Mulberry32. */
  function createRandom(seed: number) {
    let state = seed
    const next = () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
    const upTo = (limit: number) => Math.floor(next() * limit)
    const pick = <T>(values: readonly T[]): T => values[upTo(values.length)] as T
    return { upTo, pick, maybe: <T>(value: T) => (upTo(2) === 0 ? value : undefined) }
  }
  const ids = ['a', 'b', 'c'] as const

  function randomCart({ upTo, pick, maybe }: ReturnType<typeof createRandom>) {
    const price = () => ({ RUB: maybe(1 + upTo(50000) / 100), USD: 0.5 + upTo(2000) / 100 })
    const adds = () => [{ item: pick(ids), quantity: 1 + upTo(3) }]
    const lower = () => (upTo(2) === 0 ? { percent: 1 + upTo(99) } : { price: price() })
    const audience = () =>
      pick(['everyone', 'first-purchase', 'paying', { returning: { days: 1 + upTo(9) } }])
    const kinds = {
      sale: () => ({ ...lower(), for: audience() }),
      bonus: () => ({ adds: adds(), for: audience() }),
      code: () => ({ ...pick([lower(), { adds: adds() }]), stacks: upTo(2) === 0 }),
      gift: () => ({ items: [pick(ids)], every: 'once', for: audience() }),
    }
    const offers = Array.from({ length: upTo(7) }, () => {
      const kind = pick(['sale', 'sale', 'bonus', 'code', 'gift'] as const)
      const from = upTo(21) - 14
      const times = { from: maybe(at(from)), until: maybe(at(from + 1 + upTo(14))) }
      const id = `${pick(['x', 'y', 'z'])}${upTo(1000)}`
      return {
        id,
        kind,
        items: pick(['all', [pick(ids)], [pick(ids), pick(ids)]]),
        ...times,
        ...kinds[kind](),
      }
    })
    const [{ RUB, USD }, bundle] = [price(), maybe(adds())]
    const codes = offers.filter(({ kind }) => kind === 'code')
    return {
      item: {
        id: pick(ids),
        price: { ...(RUB && { RUB: Math.round(RUB * 100) }), USD: Math.round(USD * 100) },
        ...(bundle && { contains: bundle }),
      },
      offers: Offers.parse(offers),
      rounding: pick<Rounding>([{}, { RUB: 1 }, { USD: 0.05, RUB: 10 }]),
      facts: pick([
        null,
        {
          hasPaid: upTo(2) === 0,
          lastVisitAt: maybe(now - upTo(12) * DAY_MS) ?? null,
          codeOffer: codes[0]?.id,
        },
      ]),
    }
  }

  type Cart = ReturnType<typeof randomCart>

  /** Written from the rules alone: tries each offer, step by step, with exact integers. */
  function oracle({ item, offers, rounding, facts }: Cart) {
    const applies = (offer: Cart['offers'][number]) => {
      if (offer.kind === 'gift') return false
      if (offer.items !== 'all' && !offer.items.some((id) => id === item.id)) return false
      if (offer.kind === 'code') return facts !== null && facts.codeOffer === offer.id
      if (offer.for === 'everyone') return true
      if (facts === null) return false
      if (offer.for === 'first-purchase') return facts.hasPaid === false
      if (offer.for === 'paying') return facts.hasPaid === true
      return facts.lastVisitAt !== null && facts.lastVisitAt + offer.for.returning.days * 86_400_000 <= now
    }
    const concerned = offers.filter(applies)
    const live = concerned.filter(({ from = -1, until = 9e15 }) => from <= now && now < until)
    const used = new Set<string>()
    const ends: number[] = []
    const lower = (from: number, offer: (typeof live)[number], currency: Currency): number => {
      if (offer.kind !== 'sale' && offer.kind !== 'code') return from
      if (offer.percent === undefined) return offer.price?.[currency] ?? from
      let units = (BigInt(from) * BigInt(100 - offer.percent) + 50n) / 100n
      const step = BigInt(Math.round((rounding[currency] ?? 0.01) * 100))
      units = ((units + step / 2n) / step) * step
      return Number(units)
    }
    const floor = { RUB: 100, USD: 50 }
    const price: PricedItem['price'] = {}
    for (const currency of ['RUB', 'USD'] as const) {
      const list = item.price[currency]
      if (list === undefined) continue
      let best = list
      let by: (typeof live)[number] | undefined
      for (const offer of live) {
        if (offer.kind === 'code' && offer.stacks) continue
        const lowered = lower(list, offer, currency)
        if (lowered >= list || lowered < floor[currency]) continue
        if (lowered < best || (lowered === best && by && offer.id < by.id)) [best, by] = [lowered, offer]
      }
      if (by) used.add(by.id)
      if (by?.until !== undefined) ends.push(by.until)
      for (const offer of live) {
        if (offer.kind !== 'code' || !offer.stacks) continue
        const lowered = lower(best, offer, currency)
        if (lowered >= best || lowered < floor[currency]) continue
        best = lowered
        used.add(offer.id)
        if (offer.until !== undefined) ends.push(offer.until)
      }
      price[currency] = best
    }
    const lines: Record<string, number> = {}
    for (const { item: id, quantity } of item.contains ?? [{ item: item.id, quantity: 1 }])
      lines[id] = (lines[id] ?? 0) + quantity
    for (const offer of live) {
      if ((offer.kind !== 'bonus' && offer.kind !== 'code') || !offer.adds) continue
      used.add(offer.id)
      for (const { item: id, quantity } of offer.adds) lines[id] = (lines[id] ?? 0) + quantity
    }
    const later = concerned.flatMap(({ from = 0, until = 0 }) => [from, until]).filter((time) => time > now)
    return {
      list: item.price,
      price,
      lines: Object.entries(lines).map(([itemId, quantity]) => ({ itemId, quantity })),
      offerIds: [...used].sort(),
      endsAt: ends.sort((a, b) => a - b)[0] ?? null,
      validUntil: later.sort((a, b) => a - b)[0] ?? null,
    }
  }

  const carts = Number(process.env.QUOTE_CARTS ?? 10_000)
  test(`${carts} of them cost what an independent oracle says`, () => {
    const random = createRandom(20261130)
    for (let done = 0; done < carts; done++) {
      const cart = randomCart(random)
      const { item, facts, ...offering } = cart
      const [found, expected] = [quote(item, offering, facts, now), oracle(cart)]
      if (JSON.stringify(found) !== JSON.stringify(expected))
        expect({ cart, found }).toEqual({ cart, found: expected })
    }
  })
})
