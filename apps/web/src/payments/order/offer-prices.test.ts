import type { PriceItem } from '@playhub/contract'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { expect, test } from 'vitest'
import { offerPrices, readNewPrice, reductionPercent } from './offer-prices.ts'

const row = {
  ruAmountMinor: 15920,
  enAmountMinor: 199,
  listRuValue: 199,
  listEnValue: 1.99,
  lowestRuValue: 149.99,
  lowestEnValue: null,
  worthRuValue: 300,
} as PriceItem

test('the prices beside what is charged are in its currency, without rounding errors', () => {
  expect(offerPrices(row, 'RUB')).toEqual({
    price: { amountMinor: 15920, currency: 'RUB' },
    list: { amountMinor: 19900, currency: 'RUB' },
    lowest: { amountMinor: 14999, currency: 'RUB' },
    worth: { amountMinor: 30000, currency: 'RUB' },
  })
})

test('an item that is reduced in the other currency alone has no old price', () => {
  expect(offerPrices(row, 'USD')).toMatchObject({ list: null, lowest: null, worth: null })
})

test('a percent is never overstated', () => {
  const rub = (amountMinor: number) => ({ amountMinor, currency: 'RUB' }) as const
  expect(reductionPercent(rub(19900), rub(15920))).toBe(20)
  expect(reductionPercent(rub(300), rub(201))).toBe(33)
  expect(reductionPercent(rub(19900), rub(19899))).toBe(0)
})

test("a refused order tells today's price in the player's currency, or else in the other one", () => {
  const price = [
    { amountMinor: 19900, currency: 'RUB' },
    { amountMinor: 199, currency: 'USD' },
  ]
  const refuse = (code: string, details: object) =>
    new ApiRefusal({ code, status: 409, title: '', details: details as never })
  expect(readNewPrice(refuse('PRICE_CHANGED', { quote: { price } }), 'USD')).toEqual(price[1])
  expect(readNewPrice(refuse('PRICE_CHANGED', { quote: { price: [price[0]] } }), 'USD')).toEqual(price[0])
  expect(readNewPrice(refuse('PRICE_CHANGED', {}), 'USD')).toBeNull()
  expect(readNewPrice(refuse('LIMIT_REACHED', { quote: { price } }), 'USD')).toBeNull()
  expect(readNewPrice(new Error('offline'), 'USD')).toBeNull()
})
