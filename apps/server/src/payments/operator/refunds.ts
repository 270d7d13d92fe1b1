/** Operators' changes to refunds and disputes, and their lists. */

import type { PaymentProvider } from '@playhub/contract'
import type { OperatorDispute, OperatorRefund } from '@playhub/contract/operator'
import { describeFault, readFault } from '@playhub/contract/operator/sentences/faults'
import type { Operation } from '../../platform/audit-log.ts'
import type { PageRequest } from '../../platform/bounded-page.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordKeptItem } from '../limits/gifts.ts'
import { expectWithinLimits } from '../limits/spending.ts'
import { findStaffLimits, type StaffLimits } from '../limits/staff-limits.ts'
import { computeBalance } from '../records/balance.ts'
import { getTitle, isPaid } from '../records/order.ts'
import { findPurchaseByOrder } from '../records/purchase-store.ts'
import { getRequester, isGoodwill, isHeld } from '../records/refund-rules.ts'
import { findRefund } from '../records/refund-store.ts'
import type { HeldItem, OrderRow, RefundRow } from '../records/tables.ts'
import {
  type Refund,
  type RefundHold,
  type RequestedRefund,
  requestRefund,
  retryRefund,
} from '../refunds/refund-order.ts'
import { type DisputeFilter, listDisputePage } from './dispute-list-store.ts'
import { type DecisionDeps, decideRefundedItem } from './orders.ts'
import { listRefundPage, type RefundFilter } from './refund-list-store.ts'

export type OperatorRefundRequest = {
  orderId: string
  amountMinor?: number | undefined
  reason: string
  /**
   * `keep`: the player keeps the item even after a full refund; `take`: the item goes at once; `unchanged`: it goes with the last
   * of the money.
   */
  item: HeldItem
  /** The idempotency key. */
  key: string
}

/**
 * Refunds an order and decides about its item in one transaction; both happen later when refunds are held.
 * @throws Refusal as `refundOrder`, PURCHASE_NOT_FOUND, REFUND_LIMIT_EXCEEDED or GRANTS_TOO_MANY
 */
export async function refundByOperator(
  deps: DecisionDeps,
  request: OperatorRefundRequest,
  operation: Operation,
): Promise<OperatorRefund> {
  const { refund } = await requestRefundByOperator(deps, request, operation)
  const orderId = refund.paymentId
  return toOperatorRefund({ ...refund, orderId, project: await readProject(deps.db, orderId) })
}

/** Like `refundByOperator`. */
export function requestRefundByOperator(
  deps: DecisionDeps,
  { item, ...request }: OperatorRefundRequest,
  operation: Operation,
): Promise<RequestedRefund> {
  const hold = createHold(deps, item)
  return requestRefund(deps, {
    ...request,
    requestedBy: 'operator',
    operation,
    hold,
    onReserved: async (tx, order, reserved) => {
      if (item === 'take' && !(await findPurchaseByOrder(tx, order.id)))
        throw new Refusal('PURCHASE_NOT_FOUND')
      if (!hold) await decideRefundedItem(deps, tx, order, item, operation)
      const limits = await expectRefundLimits(deps, tx, order, reserved, operation)
      if (item === 'keep' && (await isKeptForNothing(tx, order)))
        await recordKeptItem(deps, tx, reserved, { operation, limits })
    },
  })
}

/** Undefined when refunds are sent at once. */
function createHold({ catalogue, clock }: DecisionDeps, item: HeldItem): RefundHold | undefined {
  const { refundHoldMinutes } = catalogue.content().hub.console
  return refundHoldMinutes > 0 ? { until: clock.now() + refundHoldMinutes * MINUTE_MS, item } : undefined
}

/** @returns  the limits; null where the operator has none */
async function expectRefundLimits(
  deps: DecisionDeps,
  tx: Tx,
  order: OrderRow,
  reserved: RefundRow,
  operation: Operation,
): Promise<StaffLimits | null> {
  const limits = await findStaffLimits(deps, tx, operation, 'orders.refund', order.project)
  if (limits) await expectWithinLimits(deps, tx, order, reserved, limits, 'REFUND_LIMIT_EXCEEDED')
  return limits
}

/** True when nothing is left of the money, and the player has the item. */
async function isKeptForNothing(tx: Tx, order: OrderRow): Promise<boolean> {
  if (!isPaid(order)) return false
  const charge = { id: order.paidAttemptId, amountMinor: order.amountMinor }
  const { refundableMinor } = await computeBalance(tx, charge)
  const purchase = await findPurchaseByOrder(tx, order.id)
  return refundableMinor === 0 && purchase !== undefined && purchase.state !== 'revoked'
}

/**
 * Retries a failed refund.
 * @param projects  Where the operator may refund; undefined: everywhere.
 * @throws Refusal REFUND_NOT_FOUND, REFUND_LIMIT_EXCEEDED, or as `retryRefund`
 */
export async function retryByOperator(
  deps: DecisionDeps,
  refundId: string,
  projects: string[] | undefined,
  operation: Operation,
): Promise<OperatorRefund> {
  const known = await findRefund(deps.db, refundId)
  if (!known) throw new Refusal('REFUND_NOT_FOUND')
  const project = await readProject(deps.db, known.orderId)
  if (projects && !projects.includes(project)) throw new Refusal('REFUND_NOT_FOUND')
  const retried = await retryRefund(deps, refundId, operation, {
    hold: createHold(deps, 'unchanged'),
    onReserved: async (tx, order, reserved) => {
      if (isGoodwill(reserved, order)) await expectRefundLimits(deps, tx, order, reserved, operation)
    },
  })
  if (!retried) throw new Refusal('REFUND_NOT_FOUND')
  return toOperatorRefund({ ...retried.refund, orderId: known.orderId, project })
}

async function readProject(db: Db, orderId: string): Promise<string> {
  const orders = db.selectFrom('orders').select('project').where('id', '=', orderId)
  return (await orders.executeTakeFirstOrThrow()).project
}

type ProjectRefund = Omit<Refund, 'paymentId'> & Pick<RefundRow, 'orderId'> & Pick<OrderRow, 'project'>

/** Newest first. */
export async function listOperatorRefunds(db: Db, filter: RefundFilter, page: PageRequest) {
  const { rows, ...rest } = await listRefundPage(db, filter, page)
  return { ...rest, rows: rows.map(toOperatorRefund) }
}

export function toOperatorRefund(refund: ProjectRefund): OperatorRefund {
  const { id, orderId, project, amountMinor, currency, reason, state, error } = refund
  const { operator, heldUntil, heldItem, undoneAt, createdAt, settledAt } = refund
  return {
    ...{ id, orderId, project, amountMinor, currency, operator },
    requestedBy: getRequester(refund),
    ...{ state, createdAt, settledAt, undoneAt },
    reason: describeFault(reason),
    error: describeFault(error),
    reasonSentence: readFault(reason),
    errorSentence: readFault(error),
    heldUntil: isHeld({ state, heldItem }) ? heldUntil : null,
  }
}

/** Open ones by deadline, then the others, newest first. */
export async function listOperatorDisputes(
  db: Db,
  filter: DisputeFilter,
  page: PageRequest,
  language: string,
) {
  const { rows, ...rest } = await listDisputePage(db, filter, page)
  return { ...rest, rows: rows.map((row) => toOperatorDispute(row, language)) }
}

type DisputeWithOrder = Awaited<ReturnType<typeof listDisputePage>>['rows'][number]

export function toOperatorDispute(row: DisputeWithOrder, language: string): OperatorDispute {
  const { id, orderId, project, providerDisputeId, amountMinor, currency, reason, state } = row
  const { openedAt, dueBy, settledAt } = row
  const provider: PaymentProvider = row.provider
  const title = getTitle(row, language)
  return {
    ...{ id, orderId, project, title, provider, providerDisputeId, amountMinor, currency },
    ...{ reason, state, openedAt, dueBy, settledAt },
  }
}
