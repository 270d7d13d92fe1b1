import type { Money } from '@playhub/contract'
import { sumParts } from '../../catalogue/index.ts'
import type { Operation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Deps } from '../deps.ts'
import { isPaid, listPricesWithoutOffers, parseLines } from '../records/order.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'
import { insertGift } from './given-store.ts'
import { expectGiftLimit, expectWithinLimits } from './spending.ts'
import type { MoneyLimits, StaffLimits } from './staff-limits.ts'

type Giver = { operation: Operation; limits: StaffLimits | null }

/**
 * Records an item that an operator gives away, and counts it towards the limits: its list price, too, when the order is
 * unpaid or refunded in full.
 * @throws Refusal GRANTS_TOO_MANY, GRANT_LIMIT_EXCEEDED as `expectWithinLimits`
 */
export async function recordGift(
  deps: Pick<Deps, 'clock' | 'catalogue'>,
  tx: Tx,
  order: OrderRow,
  giver: Giver,
): Promise<void> {
  const price = findHighestPrice(listValues(deps, order), giver.limits?.perOrder ?? {})
  if (!price) return
  const isPaidFor = isPaid(order) && order.refundedMinor < order.amountMinor
  const given = { ...price, amountMinor: isPaidFor ? 0 : price.amountMinor }
  await insert(deps, tx, order.id, given, giver)
  if (giver.limits) await expectWithinLimits(deps, tx, order, given, giver.limits, 'GRANT_LIMIT_EXCEEDED')
}

/**
 * Counts an item that its buyer keeps after a full refund as given away. Its money counts as the refund's.
 * @throws Refusal GRANTS_TOO_MANY
 */
export function recordKeptItem(
  deps: { clock: Clock },
  tx: Tx,
  { id: refundId, orderId, currency }: RefundRow,
  giver: Giver,
): Promise<void> {
  return insert(deps, tx, orderId, { currency, amountMinor: 0 }, giver, refundId)
}

async function insert(
  deps: { clock: Clock },
  tx: Tx,
  orderId: string,
  given: Money,
  { operation, limits }: Giver,
  refundId: string | null = null,
): Promise<void> {
  await insertGift(tx, {
    ...{ id: newId(), orderId, refundId, ...given, createdAt: deps.clock.now() },
    ...{ operator: operation.operator, operatorId: limits?.operatorId ?? operation.operatorId ?? null },
  })
  if (limits) await expectGiftLimit(deps, tx, limits)
}

/** List prices of the order's item and of all that comes with it. */
function listValues({ catalogue }: Pick<Deps, 'catalogue'>, order: OrderRow): Money[] {
  const lines = parseLines(order)
  const item = { item: order.itemId, quantity: 1 }
  const isGiven = lines.some(({ itemId }) => itemId === order.itemId)
  const own = isGiven ? [item] : (catalogue.item(order.itemId)?.contains ?? [item])
  const contains = lines.map(({ itemId, quantity }) => {
    const included = own.find((one) => one.item === itemId)?.quantity ?? 0
    return { item: itemId, quantity: Math.max(0, quantity - included) }
  })
  const further = sumParts({ id: order.itemId, price: {}, contains }, catalogue.item) ?? {}
  return listPricesWithoutOffers(order).map(({ amountMinor, currency }) => ({
    amountMinor: amountMinor + (further[currency] ?? 0),
    currency,
  }))
}

/** The price that uses up most of its limit: an unpaid order may have one in each currency. */
function findHighestPrice(prices: Money[], limits: MoneyLimits): Money | undefined {
  const toShare = ({ amountMinor, currency }: Money) => amountMinor / (limits[currency] ?? Infinity)
  return prices.toSorted((one, other) => toShare(other) - toShare(one))[0]
}
