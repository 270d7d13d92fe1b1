import { describeFault, storeFault } from '@playhub/contract/operator/sentences/faults'
import { expect, test } from 'vitest'
import type { ProviderPayment } from '../provider.ts'
import { verifyPayment } from './payment-check.ts'
import { nextCheckAt } from './schedules.ts'

const attempt = { id: 'attempt', providerPaymentId: 'pi_1', amountMinor: 249, currency: 'USD' as const }
const paid: ProviderPayment = {
  providerPaymentId: 'pi_1',
  attemptId: 'attempt',
  state: 'succeeded',
  received: { amountMinor: 249, currency: 'USD' },
  refundedMinor: 0,
  isOurs: true,
  isLive: true,
  paidWith: null,
  cardCountry: null,
  fiscal: 'none',
}

test('the right amount, attempt and mode pay an attempt', () => {
  expect(verifyPayment(attempt, paid, true)).toEqual({ kind: 'paid' })
})

test.each([
  [
    'a smaller amount',
    { received: { amountMinor: 248, currency: 'USD' } },
    /^\$2\.48 arrived instead of \$2\.49$/,
  ],
  ['a larger amount', { received: { amountMinor: 250, currency: 'USD' } }, /^\$2\.50 /],
  ['another currency', { received: { amountMinor: 249, currency: 'RUB' } }, /^₽2\.49 /],
  ['test money', { isLive: false }, /test money/],
  ["another shop's money", { isOurs: false }, /another shop/],
  ['another attempt', { attemptId: 'other' }, /attempt other/],
  ['no attempt', { attemptId: null }, /attempt –/],
  ['another payment of the attempt', { providerPaymentId: 'pi_2' }, /pi_2/],
] as const)('%s is a mismatch', (_name, change, reason) => {
  const check = verifyPayment(attempt, { ...paid, ...change }, true)
  expect(check.kind).toBe('mismatch')
  expect(describeFault('reason' in check ? check.reason : '')).toMatch(reason)
})

test('live money does not pay a test order', () => {
  const reason = storeFault('live-money')
  expect(verifyPayment(attempt, paid, false)).toEqual({ kind: 'mismatch', reason })
})

test('a payment that was refunded in full pays nothing; one refunded in part still pays', () => {
  expect(verifyPayment(attempt, { ...paid, refundedMinor: 249 }, true)).toEqual({ kind: 'cancelled' })
  expect(verifyPayment(attempt, { ...paid, refundedMinor: 248 }, true)).toEqual({ kind: 'paid' })
})

test.each(['open', 'cancelled', 'failed'] as const)('a payment that is %s keeps that state', (state) => {
  expect(verifyPayment(attempt, { ...paid, state }, true)).toEqual({ kind: state })
})

test('new attempts are checked every three minutes, older ones hourly', () => {
  expect(nextCheckAt({ createdAt: 0 }, 60_000)).toBe(4 * 60_000)
  expect(nextCheckAt({ createdAt: 0 }, 2 * 3_600_000)).toBe(3 * 3_600_000)
})
