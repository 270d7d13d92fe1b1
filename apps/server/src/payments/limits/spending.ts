/** Limits of what operators give away. The checks run in the transaction that gives it. */
import type { Currency, Money } from '@playhub/contract'
import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addDays, dayIn, parseDayStart } from '../../platform/time-zone.ts'
import type { OrderRow } from '../records/tables.ts'
import { countGifts, sumGivenByOperator, sumGivenForOrder } from './given-store.ts'
import { computeLeft, hasLimit, type MoneyLimits, type StaffLimits } from './staff-limits.ts'

type Code = 'REFUND_LIMIT_EXCEEDED' | 'GRANT_LIMIT_EXCEEDED'

/**
 * Refuses a refund or gift after it has been stored. The order must be locked.
 * @throws Refusal `code` with `limitMinor`, `leftMinor` before this change, `currency`, and the `period` of the limit
 */
export async function expectWithinLimits(
  { clock }: { clock: Clock },
  tx: Tx,
  order: Pick<OrderRow, 'id'>,
  { amountMinor, currency }: Money,
  limits: StaffLimits,
  code: Code,
): Promise<void> {
  if (!hasLimit(limits.perDay)) return
  const now = clock.now()
  await lockSpending(tx, limits.operatorId, now)
  for (const { period, limit, spent } of await readSpending(tx, order.id, limits, now)) {
    const left = computeLeft(limit, currency, spent)
    const limitMinor = limit[currency] ?? 0
    const leftMinor = Math.max(0, left + amountMinor)
    if (left < 0) throw new Refusal(code, { limitMinor, leftMinor, currency, period })
  }
}

/** What the operator may still refund of an order; null without a limit. */
export async function readAllowance(
  { db, clock }: { db: Db; clock: Clock },
  orderId: string,
  currency: Currency,
  limits: StaffLimits | null,
): Promise<number | null> {
  if (!limits || !hasLimit(limits.perDay)) return null
  const spending = await readSpending(db, orderId, limits, clock.now())
  return Math.max(0, Math.min(...spending.map(({ limit, spent }) => computeLeft(limit, currency, spent))))
}

type Spending = { period: 'order' | 'day'; limit: MoneyLimits; spent: Money[] }

async function readSpending(
  db: Db,
  orderId: string,
  { operatorId, perOrder, perDay, zone }: StaffLimits,
  now: number,
): Promise<Spending[]> {
  const order: Spending = { period: 'order', limit: perOrder, spent: await sumGivenForOrder(db, orderId) }
  const since = findDayStart(now, zone)
  const spent = await sumGivenByOperator(db, operatorId, since)
  const day: Spending = { period: 'day', limit: perDay, spent }
  return [order, day].filter(({ limit }) => hasLimit(limit))
}

/**
 * Refuses an item that an operator gives away, after it has been stored.
 * @throws Refusal GRANTS_TOO_MANY with `retryInSeconds`
 */
export async function expectGiftLimit(
  { clock }: { clock: Clock },
  tx: Tx,
  { operatorId, giftsPerDay, zone }: StaffLimits,
): Promise<void> {
  const now = clock.now()
  await lockSpending(tx, operatorId, now)
  const given = await countGifts(tx, operatorId, findDayStart(now, zone))
  if (given <= giftsPerDay) return
  const tomorrow = parseDayStart(addDays(dayIn(zone, now), 1), zone) ?? now
  throw new Refusal('GRANTS_TOO_MANY', { retryInSeconds: Math.ceil((tomorrow - now) / SECOND_MS) })
}

/** Until the transaction ends, so changes at once, on any hub, do not pass a limit together. */
async function lockSpending(tx: Tx, operatorId: string, now: number): Promise<void> {
  await incrementCounter(tx, `money given by ${operatorId}`, now, now)
}

function findDayStart(now: number, zone: string): number {
  return parseDayStart(dayIn(zone, now), zone) ?? now
}
