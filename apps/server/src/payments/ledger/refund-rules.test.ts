import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { mayBecome, nextAuditAt, nextLookAt, sumsOf, unknownMinor } from './refund-rules.ts'
import type { DisputeState, RefundRow, RefundState } from './refund-tables.ts'

type Rows<State> = [amountMinor: number, state: State][]
const rowsOf = <State>(rows: Rows<State>) => rows.map(([amountMinor, state]) => ({ amountMinor, state }))

test.each<[Rows<RefundState>, Rows<DisputeState>, refunded: number, left: number, standing: string]>([
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
  'of 100 paid, refunds %j and disputes %j make %i refunded, %i left, and %s',
  (refunds, disputes, refundedMinor, leftMinor, standing) => {
    expect(sumsOf(100, rowsOf(refunds), rowsOf(disputes))).toEqual({ refundedMinor, leftMinor, standing })
  },
)

test('a refund goes forward, and may come back after it went through', () => {
  const states: RefundState[] = ['pending', 'succeeded', 'failed']
  const moves = states.flatMap((from) =>
    states.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(moves).toEqual(['pending → succeeded', 'pending → failed', 'succeeded → failed'])
})

describe('what the provider returned and we do not know of', () => {
  const row = (id: string, amountMinor: number, state: RefundState, askedAt: number | null = 1) =>
    ({ id, amountMinor, state, askedAt }) as RefundRow

  test('is what exceeds ours; ours that is on its way may be counted there already', () => {
    const ours = [row('a', 40, 'succeeded'), row('b', 10, 'pending')]
    expect([40, 50, 75].map((told) => unknownMinor(told, ours, ours))).toEqual([-10, 0, 25])
  })

  test('is not hidden by a refund that was never asked for, or has failed', () => {
    const ours = [row('a', 40, 'failed'), row('b', 10, 'pending', null)]
    expect(unknownMinor(25, ours, ours)).toBe(25)
  })

  test('is not a refund of ours that failed while the provider was being asked', () => {
    expect(unknownMinor(40, [row('a', 40, 'succeeded')], [row('a', 40, 'failed')])).toBe(0)
  })
})

test('a pending refund is looked at ever more seldom, but never given up; one that went through three times more', () => {
  const pendingFor = (ageMs: number) => {
    const refund = { state: 'pending', createdAt: 0, settledAt: null } as const
    return (nextLookAt(refund, ageMs) ?? Number.NaN) - ageMs
  }
  expect([0, 60_000, HOUR_MS, 3 * DAY_MS].map(pendingFor)).toEqual([5_000, 60_000, HOUR_MS, 6 * HOUR_MS])
  const lookAfter = (now: number) => nextLookAt({ state: 'succeeded', createdAt: 0, settledAt: 0 }, now)
  expect([0, HOUR_MS, DAY_MS, 3 * DAY_MS].map(lookAfter)).toEqual([HOUR_MS, DAY_MS, 3 * DAY_MS, null])
  expect(nextLookAt({ state: 'failed', createdAt: 0, settledAt: 0 }, 0)).toBeNull()
})

test('the books of a charge are compared four times', () => {
  const audits = [0, 1, 7, 30, 90].map((day) => nextAuditAt(0, day * DAY_MS))
  expect(audits).toEqual([DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS, null])
})
