import { expect, test } from 'vitest'
import type { ProviderPayment } from '../provider.ts'
import { judge, nextCheckAt } from './payment-check.ts'

const attempt = { id: 'attempt', providerId: 'pi_1', amountMinor: 249, currency: 'USD' as const }
const paid: ProviderPayment = {
  providerId: 'pi_1',
  attemptId: 'attempt',
  state: 'succeeded',
  received: { amountMinor: 249, currency: 'USD' },
  refundedMinor: 0,
  isOurs: true,
  isLive: true,
  paidWith: null,
  fiscal: 'none',
}

test('our sum, our attempt and our mode make a payment', () => {
  expect(judge(attempt, paid, true)).toEqual({ kind: 'paid' })
})

test.each([
  ['a smaller sum', { received: { amountMinor: 248, currency: 'USD' } }, /248 USD/],
  ['a bigger sum', { received: { amountMinor: 250, currency: 'USD' } }, /250 USD/],
  ['another currency', { received: { amountMinor: 249, currency: 'RUB' } }, /249 RUB/],
  ['test money', { isLive: false }, /test money/],
  ["another shop's money", { isOurs: false }, /another shop/],
  ['another attempt', { attemptId: 'other' }, /attempt other/],
  ['no attempt', { attemptId: null }, /attempt null/],
  ['another payment of the attempt', { providerId: 'pi_2' }, /pi_2/],
] as const)('%s is held', (_name, change, reason) => {
  expect(judge(attempt, { ...paid, ...change }, true)).toEqual({
    kind: 'held',
    reason: expect.stringMatching(reason),
  })
})

test('live money does not pay a test order', () => {
  expect(judge(attempt, paid, false)).toMatchObject({ kind: 'held', reason: 'it is live money' })
})

test('money that has all gone back already pays nothing; a part of it still pays', () => {
  expect(judge(attempt, { ...paid, refundedMinor: 249 }, true)).toEqual({ kind: 'cancelled' })
  expect(judge(attempt, { ...paid, refundedMinor: 248 }, true)).toEqual({ kind: 'paid' })
})

test.each(['open', 'cancelled', 'failed'] as const)('%s stays what it is', (state) => {
  expect(judge(attempt, { ...paid, state }, true)).toEqual({ kind: state })
})

test('young attempts are looked at often, old ones hourly', () => {
  expect(nextCheckAt({ createdAt: 0 }, 60_000)).toBe(4 * 60_000)
  expect(nextCheckAt({ createdAt: 0 }, 2 * 3_600_000)).toBe(3 * 3_600_000)
})
