import { expect, test } from 'vitest'
import { formatDecimalAmount, parseDecimalAmount } from './decimal-amount.ts'

test.each([
  ['199.90', 19990],
  ['199.9', 19990],
  ['199', 19900],
  ['0.01', 1],
  ['1.10', 110],
  ['4503599627370.49', undefined],
  ['999999999999.99', 99999999999999],
])('%s is %s kopecks', (value, amountMinor) => {
  if (amountMinor === undefined) expect(() => parseDecimalAmount(value)).toThrow(RangeError)
  else expect(parseDecimalAmount(value)).toBe(amountMinor)
})

test.each(['', '-1.00', '+1', '1e3', '1.999', '1,50', ' 1', '1.', '.5', '٣'])(
  '"%s" is not an amount',
  (value) => {
    expect(() => parseDecimalAmount(value)).toThrow(RangeError)
  },
)

test('every amount is formatted as it was parsed', () => {
  for (const amountMinor of [0, 1, 9, 10, 99, 100, 101, 19990, 99999999999999]) {
    expect(parseDecimalAmount(formatDecimalAmount(amountMinor))).toBe(amountMinor)
  }
  expect(formatDecimalAmount(5)).toBe('0.05')
})

test.each([-1, 0.5, Number.NaN])('%s cannot be formatted', (amountMinor) => {
  expect(() => formatDecimalAmount(amountMinor)).toThrow(RangeError)
})
