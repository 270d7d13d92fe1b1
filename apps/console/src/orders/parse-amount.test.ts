import { expect, test } from 'vitest'
import { formatTypedAmount, parseAmount } from './parse-amount.ts'

test.each([
  ['1.49', 149],
  ['1,5', 150],
  ['0.01', 1],
  [' 1 200 ', 120_000],
  ['1\u00a0200,05', 120_005],
])('%s is an amount', (text, amountMinor) => {
  expect(parseAmount(text)).toBe(amountMinor)
})

test.each(['', '0', '0,00', '-1', '1.499', '1.', '.5', '1e3', '1,2,3', 'abc', '99999999999'])(
  '"%s" is no amount',
  (text) => {
    expect(parseAmount(text)).toBeNull()
  },
)

test.each(['en', 'ru'])('an amount in %s is read back unchanged', (language) => {
  for (const amountMinor of [1, 149, 150, 20_000, 1_234_567])
    expect(parseAmount(formatTypedAmount(amountMinor, language))).toBe(amountMinor)
})
