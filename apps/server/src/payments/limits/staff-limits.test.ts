import { expect, test } from 'vitest'
import { computeLeft } from './staff-limits.ts'

test('money in one currency uses up the same share of the limit in another', () => {
  const limits = { RUB: 500_000, USD: 6000 }
  expect(computeLeft(limits, 'USD', [])).toBe(6000)
  expect(computeLeft(limits, 'USD', [{ currency: 'USD', amountMinor: 2000 }])).toBe(4000)
  expect(computeLeft(limits, 'USD', [{ currency: 'RUB', amountMinor: 250_000 }])).toBe(3000)
  const both = [
    { currency: 'RUB', amountMinor: 250_001 },
    { currency: 'USD', amountMinor: 3000 },
  ] as const
  expect(computeLeft(limits, 'USD', [...both])).toBe(-1)
  expect(computeLeft(limits, 'RUB', [...both])).toBe(-1)
})

test('a currency without a limit beside one that has a limit allows nothing', () => {
  expect(computeLeft({ USD: 6000 }, 'RUB', [{ currency: 'RUB', amountMinor: 1 }])).toBe(-1)
  expect(computeLeft({ USD: 6000 }, 'USD', [{ currency: 'RUB', amountMinor: 1 }])).toBe(6000)
})
