/** Orders, refunds and disputes for staff. */
import {
  type OperatorOrderRow,
  OperatorRefund,
  type OperatorRouteParts,
  OrderRowShape,
} from '@playhub/contract/operator'
import type { AuthenticatedOperator } from '../operators/index.ts'
import {
  type DecisionDeps,
  explainOrderById,
  type GrantLimits,
  grantItem,
  listOperatorDisputes,
  listOperatorRefunds,
  listOrders,
  type OrderDetailsNeeds,
  type Payments,
  type RefundLimits,
  readOperatorOrder,
  readOrderProject,
  reconcileOrder,
  refundByOperator,
  retryByOperator,
  revokeItem,
  toOrderRow,
} from '../payments/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { Refusal } from '../platform/refusal.ts'
import type { OperatorApi, OperatorCall, Scope } from './frame/operator-api.ts'
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
  /** Limits for a role that has them; null where there are none. */
  getRefundLimits(
    call: Pick<OperatorCall<'POST /orders/{id}/refunds'>, 'login'>,
    project: string | null,
  ): RefundLimits | null
  /** Like `getRefundLimits`, for items that are given away. */
  getGrantLimits(login: AuthenticatedOperator, project: string): GrantLimits | null
}

const exportPage = 500
const done = { data: { result: true } } as const

export function registerOrderRoutes(api: OperatorApi, deps: OrderRouteDeps): void {
  const { db } = deps
  api.handle('GET /orders', async ({ query, scope, login }) => {
    const page = await listOrders(db, await toQuery(deps, query, scope), query)
    return toPage({ ...page, rows: await toRows(deps, page.rows, login.operator.language) })
  })
  api.export('GET /orders/export', OrderRowShape, ({ query, scope, login }) =>
    exportOrders(deps, query, scope, login.operator.language),
  )
  api.handle('GET /orders/{id}', async ({ params, scope, login }) => {
    await expectInScope(db, params.id, scope)
    const style = { language: login.operator.language, zone: deps.getZone() }
    return { data: { result: await readOperatorOrder(db, deps, params.id, style) } }
  })
  api.handle('GET /orders/{id}/explanation', async ({ params, scope, login }) => {
    await expectInScope(db, params.id, scope)
    const style = { language: login.operator.language, audience: 'operator', zone: deps.getZone() } as const
    return { data: { result: await explainOrderById(db, params.id, style) } }
  })
  registerOrderChanges(api, deps)
  registerRefundRoutes(api, deps)
  api.handle('GET /disputes', async ({ query, scope }) => {
    const filter = { states: query.state, projects: limitProjects(scope, query.project) }
    return toPage(await listOperatorDisputes(db, filter, query))
  })
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
  api.handle('POST /orders/{id}/grant', async ({ params, scope, login, operation }) => {
    const project = await expectInScope(deps.db, params.id, scope)
    await grantItem(deps, params.id, operation, deps.getGrantLimits(login, project))
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
    const project = await expectInScope(deps.db, params.id, scope)
    const limits = deps.getRefundLimits(call, project)
    const key = `console-${call.login.operator.id}-${idempotencyKey}`
    const request = { ...body, orderId: params.id, key, limits }
    return { data: { result: await refundByOperator(deps, request, operation) } }
  })
  const toFilter = ({ state: states, project }: RefundFilter, scope: Scope) => ({
    states,
    projects: limitProjects(scope, project),
  })
  api.handle('GET /refunds', async ({ query, scope }) =>
    toPage(await listOperatorRefunds(deps.db, toFilter(query, scope), query)),
  )
  api.export('GET /refunds/export', OperatorRefund, ({ query, scope }) =>
    readPages((cursor) =>
      listOperatorRefunds(deps.db, toFilter(query, scope), { limit: exportPage, cursor }),
    ),
  )
  api.handle('POST /refunds/{id}/retry', async (call) => {
    const { params, scope, operation } = call
    const given = { limits: deps.getRefundLimits(call, null), projects: toProjects(scope) }
    return { data: { result: await retryByOperator(deps, params.id, given, operation) } }
  })
}

/** @throws Refusal PAYMENT_NOT_FOUND, also outside the scope */
async function expectInScope(db: Db, orderId: string, scope: Scope): Promise<string> {
  const project = await readOrderProject(db, orderId)
  if (project === undefined || (scope !== '*' && !scope.includes(project)))
    throw new Refusal('PAYMENT_NOT_FOUND')
  return project
}

type RefundFilter = OperatorRouteParts<'GET /refunds/export'>['query']
type OrderFilter = OperatorRouteParts<'GET /orders/export'>['query']

async function toQuery(deps: OrderRouteDeps, filter: OrderFilter, scope: Scope) {
  const { q, state, project, item, provider, currency, from, to, player } = filter
  return {
    text: q,
    matchingPlayerIds: q === undefined ? [] : await deps.findPlayerIds(q),
    projects: limitProjects(scope, project),
    states: state,
    itemId: item,
    providers: provider,
    currency,
    ...toRange({ from, to }, deps.getZone()),
    playerIds: player === undefined ? undefined : [player],
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
): AsyncGenerator<OperatorOrderRow> {
  const query = await toQuery(deps, filter, scope)
  yield* readPages(async (cursor) => {
    const page = await listOrders(deps.db, query, { limit: exportPage, cursor })
    return { ...page, rows: await toRows(deps, page.rows, language) }
  })
}
