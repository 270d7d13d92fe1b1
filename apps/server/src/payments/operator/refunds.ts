/** What an operator may do with refunds and disputes, and their lists. */
import type { PaymentProvider } from '@playhub/contract'
import type { OperatorDispute, OperatorRefund } from '@playhub/contract/operator'
import type { Operation } from '../../platform/audit-log.ts'
import type { PageRequest } from '../../platform/bounded-page.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { getTitle } from '../records/order.ts'
import { decidePurchase } from '../records/purchase-store.ts'
import { findRefund } from '../records/refund-store.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'
import { type Refund, requestRefund, retryRefund } from '../refunds/refund-order.ts'
import { type DisputeFilter, listDisputePage } from './dispute-list-store.ts'
import { checkRefund, type RefundLimits } from './limits.ts'
import { type DecisionDeps, decideItem } from './orders.ts'
import { listRefundPage, type RefundFilter } from './refund-list-store.ts'

export type OperatorRefundRequest = {
  orderId: string
  amountMinor?: number | undefined
  reason: string
  /** `keep`: the player keeps the item even after a full refund; `take`: the item goes at once. */
  item: 'keep' | 'take'
  /** The idempotency key. */
  key: string
  limits: RefundLimits | null
}

/**
 * Refunds an order and decides about its item in one transaction.
 * @throws Refusal as `refundOrder`, or REFUND_LIMIT_EXCEEDED
 */
export async function refundByOperator(
  deps: DecisionDeps,
  { item, limits, ...request }: OperatorRefundRequest,
  operation: Operation,
): Promise<OperatorRefund> {
  const { refund } = await requestRefund(deps, {
    ...request,
    requestedBy: 'operator',
    operation,
    onReserved: async (tx, order, reserved) => {
      checkRefund(reserved, limits)
      await decideAboutItem(deps, tx, order, item, operation)
    },
  })
  return describeRefund(refund, await readProject(deps.db, refund.paymentId))
}

/** The game server hears of a kept item only by the refund: for the game, nothing else changes. */
async function decideAboutItem(
  deps: DecisionDeps,
  tx: Tx,
  order: OrderRow,
  item: 'keep' | 'take',
  operation: Operation,
): Promise<void> {
  if (item === 'keep') await decidePurchase(tx, order.id, 'granted')
  else await decideItem(deps, tx, order, 'revoked', operation)
}

/**
 * Retries a failed refund.
 * @param projects  Where the operator may refund; undefined: everywhere.
 * @throws Refusal REFUND_NOT_FOUND, REFUND_LIMIT_EXCEEDED, or as `retryRefund`
 */
export async function retryByOperator(
  deps: DecisionDeps,
  refundId: string,
  { limits, projects }: { limits: RefundLimits | null; projects: string[] | undefined },
  operation: Operation,
): Promise<OperatorRefund> {
  const known = await findRefund(deps.db, refundId)
  if (!known) throw new Refusal('REFUND_NOT_FOUND')
  const project = await readProject(deps.db, known.orderId)
  if (projects && !projects.includes(project)) throw new Refusal('REFUND_NOT_FOUND')
  const retried = await retryRefund(deps, refundId, operation, async (_tx, _order, refund) =>
    checkRefund(refund, limits),
  )
  if (!retried) throw new Refusal('REFUND_NOT_FOUND')
  return describeRefund(retried.refund, project)
}

async function readProject(db: Db, orderId: string): Promise<string> {
  const orders = db.selectFrom('orders').select('project').where('id', '=', orderId)
  return (await orders.executeTakeFirstOrThrow()).project
}

function describeRefund({ paymentId: orderId, ...refund }: Refund, project: string): OperatorRefund {
  const { id, amountMinor, currency, reason, requestedBy, state, error, createdAt, settledAt } = refund
  return {
    id,
    orderId,
    project,
    amountMinor,
    currency,
    reason,
    requestedBy,
    state,
    error,
    createdAt,
    settledAt,
  }
}

/** Newest first. */
export async function listOperatorRefunds(db: Db, filter: RefundFilter, page: PageRequest) {
  const { rows, ...rest } = await listRefundPage(db, filter, page)
  return { ...rest, rows: rows.map(toOperatorRefund) }
}

export function toOperatorRefund(row: RefundRow & Pick<OrderRow, 'project'>): OperatorRefund {
  return describeRefund({ ...row, paymentId: row.orderId }, row.project)
}

/** Open ones by deadline, then the others, newest first. */
export async function listOperatorDisputes(db: Db, filter: DisputeFilter, page: PageRequest) {
  const { rows, ...rest } = await listDisputePage(db, filter, page)
  return { ...rest, rows: rows.map(toOperatorDispute) }
}

type DisputeWithOrder = Awaited<ReturnType<typeof listDisputePage>>['rows'][number]

export function toOperatorDispute(row: DisputeWithOrder): OperatorDispute {
  const { id, orderId, project, providerDisputeId, amountMinor, currency, reason, state } = row
  const { openedAt, dueBy, settledAt } = row
  const provider: PaymentProvider = row.provider
  const title = getTitle(row, 'en')
  return {
    ...{ id, orderId, project, title, provider, providerDisputeId, amountMinor, currency },
    ...{ reason, state, openedAt, dueBy, settledAt },
  }
}
