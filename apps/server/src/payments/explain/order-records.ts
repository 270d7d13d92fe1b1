import { sql } from 'kysely'
import { listLatestInstants } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'
import { listGiftOrders } from '../offers/use-store.ts'
import { listAttemptsByOrders } from '../records/attempt-store.ts'
import { listDisputesByOrders } from '../records/dispute-store.ts'
import { listPausedProjects } from '../records/paused-project-store.ts'
import { listPurchasesByOrders } from '../records/purchase-store.ts'
import { listClosingReceiptsByOrders } from '../records/receipt-store.ts'
import { listRefundsByOrders } from '../records/refund-store.ts'
import type {
  AttemptRow,
  ClosingReceiptRow,
  DisputeRow,
  OrderRow,
  PurchaseRow,
  RefundRow,
  WebhookRow,
} from '../records/tables.ts'
import { listWebhooksByOrders } from '../records/webhook-store.ts'

/** Everything needed to explain an order. Lists are oldest first. */
export type OrderRecords = {
  order: OrderRow
  /** The player has claimed a gift, and nobody pays for it. */
  isGift: boolean
  /** When an operator last gave or took the item of a closed order. */
  decidedAt: number | null
  attempts: AttemptRow[]
  /** Every unit of the item or bundle. */
  units: PurchaseRow[]
  /** The unit that stands for all. */
  purchase: PurchaseRow | undefined
  webhooks: WebhookRow[]
  refunds: RefundRow[]
  disputes: DisputeRow[]
  /** Of a prepayment (54-FZ). */
  closingReceipt: ClosingReceiptRow | undefined
  /** Since when deliveries to the order's game are paused; null while they are not. */
  pausedAt: number | null
  /** The player's oldest waiting webhook in the same game that was refused: it holds back all others. */
  blocking: WebhookRow | undefined
}

/** Reads the records of all orders with one statement for each table. */
export async function readOrderRecords(db: Db, orders: OrderRow[]): Promise<OrderRecords[]> {
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return []
  const attempts = Map.groupBy(await listAttemptsByOrders(db, ids), getOrderId)
  const purchases = Map.groupBy(await listPurchasesByOrders(db, ids), getOrderId)
  const webhooks = Map.groupBy(await listWebhooksByOrders(db, ids), getOrderId)
  const refunds = Map.groupBy(await listRefundsByOrders(db, ids), getOrderId)
  const disputes = Map.groupBy(await listDisputesByOrders(db, ids), getOrderId)
  const closed = orders.filter(({ closedAt }) => closedAt !== null)
  const gifts = await listGiftOrders(
    db,
    closed.filter(({ offerIds }) => offerIds !== null).map(({ id }) => id),
  )
  const isDecided = ({ id }: OrderRow) =>
    purchases.get(id)?.some(({ decidedState }) => decidedState !== null) === true
  const decisions = await listLatestInstants(
    db,
    closed.filter(isDecided).map(({ id }) => id),
    ['order.grant', 'order.revoke'],
  )
  const closing = await listClosingReceiptsByOrders(db, ids)
  const waiting = [...webhooks.values()].flat().filter(({ state }) => state === 'waiting')
  const paused = waiting.length === 0 ? [] : await listPausedProjects(db)
  const blocking = waiting.length === 0 ? [] : await listBlocking(db, waiting)
  return orders.map((order) => ({
    order,
    isGift: gifts.includes(order.id),
    decidedAt: decisions.get(order.id) ?? null,
    attempts: attempts.get(order.id) ?? [],
    units: purchases.get(order.id) ?? [],
    purchase: findShownUnit(purchases.get(order.id)),
    webhooks: webhooks.get(order.id) ?? [],
    refunds: refunds.get(order.id) ?? [],
    disputes: disputes.get(order.id) ?? [],
    closingReceipt: closing.find(({ orderId }) => orderId === order.id),
    pausedAt: paused.find(({ project }) => project === order.project)?.since ?? null,
    blocking: blocking.find(
      ({ project, playerId }) => project === order.project && playerId === order.playerId,
    ),
  }))
}

/** A unit that the game has yet to consume, else the one it consumed last. */
const findShownUnit = (units: PurchaseRow[] = []) =>
  units.find(({ state }) => state !== 'consumed') ??
  units.toSorted((one, other) => (other.consumedAt ?? 0) - (one.consumedAt ?? 0))[0]

/** Waiting webhooks of the same players that were refused, oldest first. */
function listBlocking(db: Db, waiting: WebhookRow[]): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('project', 'in', [...new Set(waiting.map(({ project }) => project))])
    .where('playerId', 'in', [...new Set(waiting.map(({ playerId }) => playerId))])
    .where('state', '=', sql.lit('waiting'))
    .where('attempts', '>', 0)
    .orderBy('id')
    .execute()
}

const getOrderId = ({ orderId }: { orderId: string }) => orderId
