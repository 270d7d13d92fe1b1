import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { calculateBalance, canTransition, unexplainedMinor } from './refund-rules.ts'
import { nextRefundCheckAt, nextTotalsCheckAt } from './schedules.ts'
import type { DisputeState, RefundRow, RefundState } from './tables.ts'

type Rows<State> = [amountMinor: number, state: State][]
const toRows = <State>(rows: Rows<State>) => rows.map(([amountMinor, state]) => ({ amountMinor, state }))

test.each<[Rows<RefundState>, Rows<DisputeState>, refunded: number, refundable: number, purchase: string]>([
  [[], [], 0, 100, 'granted'],
  [[[40, 'succeeded']], [], 40, 60, 'granted'],
  [[[40, 'pending']], [], 0, 60, 'granted'],
  [[[40, 'failed']], [], 0, 100, 'granted'],
  [
    [
      [40, 'succeeded'],
      [60, 'pending'],
    ],
    [],
    40,
    0,
    'frozen',
  ],
  [
    [
      [40, 'succeeded'],
      [60, 'succeeded'],
    ],
    [],
    100,
    0,
    'revoked',
  ],
  [[], [[100, 'open']], 0, 0, 'frozen'],
  [[], [[100, 'won']], 0, 100, 'granted'],
  [[], [[100, 'lost']], 100, 0, 'revoked'],
  [[[40, 'succeeded']], [[100, 'lost']], 100, 0, 'revoked'],
  [[], [[30, 'lost']], 30, 70, 'revoked'],
])(
  'of 100 paid, refunds %j and disputes %j leave %i refunded, %i refundable and the purchase %s',
  (refunds, disputes, refundedMinor, refundableMinor, purchaseState) => {
    expect(calculateBalance(100, toRows(refunds), toRows(disputes))).toMatchObject({
      refundedMinor,
      refundableMinor,
      purchaseState,
    })
  },
)

test('a pending refund succeeds or fails, and a succeeded one may still fail', () => {
  const states: RefundState[] = ['pending', 'succeeded', 'failed']
  const moves = states.flatMap((from) =>
    states.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(moves).toEqual(['pending → succeeded', 'pending → failed', 'succeeded → failed'])
})

describe('the unexplained part of the provider’s refund total', () => {
  const row = (id: string, amountMinor: number, state: RefundState, sentAt: number | null = 1) =>
    ({ id, amountMinor, state, sentAt }) as RefundRow

  test('is what exceeds our refunds, of which pending ones may be included already', () => {
    const ours = [row('a', 40, 'succeeded'), row('b', 10, 'pending')]
    expect([40, 50, 75].map((total) => unexplainedMinor(total, ours, ours))).toEqual([-10, 0, 25])
  })

  test('is not covered by a refund that was never sent or has failed', () => {
    const ours = [row('a', 40, 'failed'), row('b', 10, 'pending', null)]
    expect(unexplainedMinor(25, ours, ours)).toBe(25)
  })

  test('does not include our refund that failed while the provider was asked', () => {
    expect(unexplainedMinor(40, [row('a', 40, 'succeeded')], [row('a', 40, 'failed')])).toBe(0)
  })
})

test('a pending refund is checked at growing intervals for ever, a succeeded one three more times', () => {
  const pendingFor = (ageMs: number) => {
    const refund = { state: 'pending', createdAt: 0, settledAt: null, confirmedAt: null } as const
    return (nextRefundCheckAt(refund, ageMs) ?? Number.NaN) - ageMs
  }
  expect([0, 60_000, HOUR_MS, 3 * DAY_MS].map(pendingFor)).toEqual([5_000, 60_000, HOUR_MS, 6 * HOUR_MS])
  const nextAfter = (now: number) =>
    nextRefundCheckAt({ state: 'succeeded', createdAt: 0, settledAt: 0, confirmedAt: null }, now)
  expect([0, HOUR_MS, DAY_MS, 3 * DAY_MS].map(nextAfter)).toEqual([HOUR_MS, DAY_MS, 3 * DAY_MS, null])
  expect(nextRefundCheckAt({ state: 'failed', createdAt: 0, settledAt: 0, confirmedAt: null }, 0)).toBeNull()
})

test('the totals of a charge are compared four times', () => {
  const checks = [0, 1, 7, 30, 90].map((day) => nextTotalsCheckAt(0, day * DAY_MS))
  expect(checks).toEqual([DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS, null])
})
