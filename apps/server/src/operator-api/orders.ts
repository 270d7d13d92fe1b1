/** Orders, refunds and disputes for staff. */
import type {
  OperatorOrderRow,
  OperatorRefund,
  OperatorRouteParts,
  Sentence,
} from '@playhub/contract/operator'
import { faultSentences } from '@playhub/contract/operator/sentences/faults'
import { fillSentence, type SentenceLanguage } from '@playhub/contract/operator/sentences/sentence'
import type * as z from 'zod'
import { addOrderColumns } from '../payments/finance/order-columns.ts'
import type { Payments } from '../payments/index.ts'
import { readAllowance } from '../payments/limits/spending.ts'
import { findStaffLimits } from '../payments/limits/staff-limits.ts'
import { undoRefund } from '../payments/operator/held-refunds.ts'
import {
  explainOrderById,
  type OrderDetailsNeeds,
  readOperatorOrder,
  readOrderProject,
  toOrderRow,
} from '../payments/operator/order-details.ts'
import { listOrders } from '../payments/operator/order-lists.ts'
import { type DecisionDeps, grantItem, reconcileOrder, revokeItem } from '../payments/operator/orders.ts'
import {
  listOperatorDisputes,
  listOperatorRefunds,
  refundByOperator,
  retryByOperator,
  toOperatorRefund,
} from '../payments/operator/refunds.ts'
import type { Operation } from '../platform/audit-log.ts'
import { type Clock, MINUTE_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { Refusal } from '../platform/refusal.ts'
import { nameEntries } from './audit/name-entries.ts'
import { DisputeExportRow, OrderExportRow, RefundExportRow } from './exports/rows.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'
import { limitProjects, readPages, toPage, toProjects, toRange } from './frame/scope.ts'

export type OrderRouteDeps = OrderDetailsNeeds & {
  db: Db
  clock: Clock
  jobs: Jobs
  catalogue: DecisionDeps['catalogue']
  payments: Pick<Payments, 'resendReceipt'>
  /** Players whose email, name or identity matches. */
  findPlayerIds(text: string): Promise<string[]>
  /** The publisher's time zone. */
  getZone(): string
}

const exportPage = 500
const done = { data: { result: true } } as const

export function registerOrderRoutes(api: OperatorApi, deps: OrderRouteDeps): void {
  const { db } = deps
  api.handle('GET /orders', async ({ query, scope, login }) => {
    const page = await listOrders(db, await toQuery(deps, query, scope), query)
    return toPage({ ...page, rows: await toRows(deps, page.rows, login.operator.language) })
  })
  api.export('GET /orders/export', OrderExportRow, ({ query, scope, login }) =>
    exportOrders(deps, query, scope, login.operator.language),
  )
  api.handle('GET /orders/{id}', async ({ params, scope, login, operation }) => {
    await expectInScope(db, params.id, scope)
    const style = { language: login.operator.language, zone: deps.getZone() }
    const order = await readOperatorOrder(db, deps, params.id, style)
    const audit = await nameEntries(db, order.audit)
    const allowanceMinor = await readOwnAllowance(deps, order, operation)
    return { data: { result: { ...order, audit, allowanceMinor } } }
  })
  api.handle('GET /orders/{id}/explanation', async ({ params, scope, login }) => {
    await expectInScope(db, params.id, scope)
    const style = { language: login.operator.language, audience: 'operator', zone: deps.getZone() } as const
    return { data: { result: await explainOrderById(db, params.id, style) } }
  })
  registerOrderChanges(api, deps)
  registerRefundRoutes(api, deps)
  registerDisputeRoutes(api, deps)
}

function registerDisputeRoutes(api: OperatorApi, { db }: OrderRouteDeps): void {
  const toFilter = ({ state: states, project }: DisputeFilter, scope: Scope) => ({
    states,
    projects: limitProjects(scope, project),
  })
  api.handle('GET /disputes', async ({ query, scope, login }) =>
    toPage(await listOperatorDisputes(db, toFilter(query, scope), query, login.operator.language)),
  )
  api.export('GET /disputes/export', DisputeExportRow, ({ query, scope, login }) =>
    readPages(async (cursor) => {
      const { language } = login.operator
      const range = { limit: exportPage, cursor }
      const page = await listOperatorDisputes(db, toFilter(query, scope), range, language)
      return { ...page, rows: await addOrderColumns(db, page.rows, ({ orderId }) => orderId) }
    }),
  )
}

function registerOrderChanges(api: OperatorApi, deps: OrderRouteDeps): void {
  api.handle('POST /orders/{id}/reconcile', async ({ params, scope, operation }) => {
    await expectInScope(deps.db, params.id, scope)
    return { data: { result: { attempts: await reconcileOrder(deps, params.id, operation) } } }
  })
  api.handle('POST /orders/{id}/receipt/resend', async ({ params, body, scope, operation }) => {
    await expectInScope(deps.db, params.id, scope)
    await deps.payments.resendReceipt(params.id, body.email, operation)
    return done
  })
  api.handle('POST /orders/{id}/grant', async ({ params, scope, operation }) => {
    await expectInScope(deps.db, params.id, scope)
    await grantItem(deps, params.id, operation)
    return done
  })
  api.handle('POST /orders/{id}/revoke', async ({ params, scope, operation }) => {
    await expectInScope(deps.db, params.id, scope)
    await revokeItem(deps, params.id, operation)
    return done
  })
}

function registerRefundRoutes(api: OperatorApi, deps: OrderRouteDeps): void {
  api.handle('POST /orders/{id}/refunds', async (call) => {
    const { params, body, scope, operation, idempotencyKey } = call
    await expectInScope(deps.db, params.id, scope)
    const key = `console-${call.login.operator.id}-${idempotencyKey}`
    const request = { ...body, orderId: params.id, key }
    return { data: { result: await refundByOperator(deps, request, operation) } }
  })
  const toFilter = ({ state: states, project }: RefundFilter, scope: Scope) => ({
    states,
    projects: limitProjects(scope, project),
  })
  api.handle('GET /refunds', async ({ query, scope }) =>
    toPage(await listOperatorRefunds(deps.db, toFilter(query, scope), query)),
  )
  api.export('GET /refunds/export', RefundExportRow, ({ query, scope, login }) =>
    readPages(async (cursor) => {
      const page = await listOperatorRefunds(deps.db, toFilter(query, scope), { limit: exportPage, cursor })
      const rows = page.rows.map((row) => sayFaults(row, login.operator.language))
      return { ...page, rows: await addOrderColumns(deps.db, rows, ({ orderId }) => orderId) }
    }),
  )
  api.handle('POST /refunds/{id}/retry', async (call) => {
    const { params, scope, operation } = call
    return { data: { result: await retryByOperator(deps, params.id, toProjects(scope), operation) } }
  })
  api.handle('POST /refunds/{id}/undo', async ({ params, scope, operation }) => ({
    data: { result: toOperatorRefund(await undoRefund(deps, params.id, toProjects(scope), operation)) },
  }))
}

/** A file has words alone, in the operator's language. */
function sayFaults(refund: OperatorRefund, language: SentenceLanguage): OperatorRefund {
  const { reason, error, reasonSentence, errorSentence } = refund
  const say = (sentence: Sentence | null | undefined) =>
    sentence ? fillSentence(faultSentences, sentence, language) : undefined
  return { ...refund, reason: say(reasonSentence) ?? reason, error: say(errorSentence) ?? error }
}

/** What the caller may still refund of an order; null without a limit. */
async function readOwnAllowance(
  deps: OrderRouteDeps,
  { id, project, currency }: Pick<OperatorOrderRow, 'id' | 'project' | 'currency'>,
  operation: Operation,
): Promise<number | null> {
  if (currency === null) return null
  const limits = await findStaffLimits(deps, deps.db, operation, 'orders.refund', project)
  return readAllowance(deps, id, currency, limits)
}

/** @throws Refusal PAYMENT_NOT_FOUND, also outside the scope */
async function expectInScope(db: Db, orderId: string, scope: Scope): Promise<string> {
  const project = await readOrderProject(db, orderId)
  if (project === undefined || (scope !== '*' && !scope.includes(project)))
    throw new Refusal('PAYMENT_NOT_FOUND')
  return project
}

type RefundFilter = OperatorRouteParts<'GET /refunds/export'>['query']
type DisputeFilter = OperatorRouteParts<'GET /disputes/export'>['query']
type OrderFilter = OperatorRouteParts<'GET /orders/export'>['query']

async function toQuery(deps: OrderRouteDeps, filter: OrderFilter, scope: Scope) {
  const { q, state, project, item, provider, currency, from, to, player, pendingMinutes } = filter
  return {
    text: q,
    matchingPlayerIds: q === undefined ? [] : await deps.findPlayerIds(q),
    projects: limitProjects(scope, project),
    states: state,
    itemId: item,
    providers: provider,
    currency,
    ...toRange({ from, to }, deps.getZone),
    startedBefore: pendingMinutes === undefined ? undefined : deps.clock.now() - pendingMinutes * MINUTE_MS,
    playerIds: player === undefined ? undefined : [player],
    countriesDiffer: filter.countriesDiffer === 'true',
  }
}

async function toRows(
  deps: OrderRouteDeps,
  orders: Parameters<typeof toOrderRow>[0][],
  language: string,
): Promise<OperatorOrderRow[]> {
  const names = await deps.listPlayerNames([...new Set(orders.map(({ playerId }) => playerId))])
  return orders.map((order) => toOrderRow(order, names, language))
}

async function* exportOrders(
  deps: OrderRouteDeps,
  filter: OrderFilter,
  scope: Scope,
  language: string,
): AsyncGenerator<z.output<typeof OrderExportRow>> {
  const query = await toQuery(deps, filter, scope)
  yield* readPages(async (cursor) => {
    const page = await listOrders(deps.db, query, { limit: exportPage, cursor })
    const rows = await addOrderColumns(deps.db, await toRows(deps, page.rows, language), ({ id }) => id)
    return { ...page, rows: rows.map(({ giver, country: _, ...row }) => ({ ...row, operator: giver })) }
  })
}
