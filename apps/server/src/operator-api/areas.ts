import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PersonalRecords } from '../accounts/index.ts'
import { listPlayerNames } from '../accounts/operator/player-list.ts'
import { listPlayerIds } from '../accounts/operator/players.ts'
import type { BuildDeps } from '../builds/index.ts'
import { acceptStreams, zipTypes } from '../builds/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { listOwnMethods, type Operators } from '../operators/index.ts'
import { listDeliveriesByWebhook, listOrders, type Payments, toOrderRow } from '../payments/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { IsConsoleHost } from '../platform/http/console-host.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { RequestLimits } from '../platform/limits/request-limits.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import { countOpenTickets, listTickets } from '../support/operator/ticket-queue.ts'
import { registerAuditRoutes } from './audit.ts'
import { registerBuildRoutes } from './builds.ts'
import { registerFinanceRoutes } from './finance.ts'
import { createOperatorApi, type OperatorApi } from './frame/operator-api.ts'
import { registerGameServerRoutes } from './game-servers.ts'
import { registerHomeRoutes } from './home.ts'
import { registerHomeSales } from './home-sales.ts'
import { registerOperationRoutes } from './operations.ts'
import { registerOperatorRoutes } from './operators.ts'
import { registerOrderRoutes } from './orders.ts'
import { registerPlayerRoutes } from './players.ts'
import { getGrantLimits, getRefundLimits, readRefundLimits } from './refund-limits.ts'
import { registerSearchRoutes } from './search.ts'
import { registerSessionRoutes } from './session.ts'
import { createTicketRows } from './ticket-rows.ts'
import { registerTicketRoutes } from './tickets.ts'

export type ConsoleDeps = {
  config: HubConfig
  db: Db
  clock: Clock
  jobs: Jobs
  builds: BuildDeps
  catalogue: Catalogue
  operators: Operators
  payments: Payments
  requestLimits: RequestLimits
  personalRecords: Pick<PersonalRecords, 'personalData'>
  isConsoleHost: IsConsoleHost
  /** The checks of the command `doctor`. */
  runChecks: () => Promise<ServiceCheck[]>
}

/** Registers every call of the operator API. */
export function registerAreas(
  scope: FastifyInstance,
  deps: ConsoleDeps & { readDocument: () => Record<string, unknown> },
): void {
  const { db, clock, catalogue, operators } = deps
  const toIp = (request: FastifyRequest) => request.ip
  const api = createOperatorApi(scope, {
    db,
    clock,
    authenticate: operators.authenticateOperator,
    listMethods: (operatorId) => listOwnMethods(operators.deps, operatorId),
    toIp,
  })
  const getTimeZone = () => catalogue.content().hub.timeZone
  const { authenticateToken } = operators
  registerSessionRoutes(api, { operators: operators.deps, catalogue, authenticateToken, toIp })
  registerOperatorRoutes(api, { operators: operators.deps, catalogue })
  registerPlayers(api, deps, getTimeZone)
  registerOrders(api, deps, getTimeZone)
  registerTicketRoutes(api, deps)
  registerGameServerRoutes(api, deps)
  acceptStreams(scope, zipTypes)
  registerBuildRoutes(api, deps)
  registerFinanceRoutes(api, deps)
  registerHomeRoutes(api, { ...deps, countTickets: (projects) => countOpenTickets(db, projects) })
  registerHomeSales(api, deps)
  registerSearchRoutes(api, deps)
  registerOperationRoutes(api, deps)
  registerAuditRoutes(api, { db, getTimeZone })
  api.handle('GET /openapi.json', async () => deps.readDocument())
}

function registerPlayers(api: OperatorApi, deps: ConsoleDeps, getTimeZone: () => string): void {
  const { db } = deps
  registerPlayerRoutes(api, {
    ...deps,
    getTimeZone,
    listPlayerOrders: async ({ playerId, projects, language }, page) => {
      const found = await listOrders(db, { playerIds: [playerId], projects }, page)
      const names = await listPlayerNames(db, [playerId])
      return { ...found, rows: found.rows.map((order) => toOrderRow(order, names, language)) }
    },
  })
}

function registerOrders(api: OperatorApi, deps: ConsoleDeps, getZone: () => string): void {
  const { db, catalogue } = deps
  const toTicketRows = createTicketRows(db)
  registerOrderRoutes(api, {
    ...deps,
    getZone,
    findPlayerIds: (text) => listPlayerIds(db, text),
    getGrantLimits: (login, project) => getGrantLimits(catalogue, login, project),
    getRefundLimits: ({ login }, project) => getRefundLimits(readRefundLimits(catalogue), login, project),
    listPlayerNames: (ids) => listPlayerNames(db, ids),
    listDeliveriesByWebhook: async (ids) =>
      Map.groupBy(await listDeliveriesByWebhook(db, ids), ({ webhookId }) => webhookId),
    listTickets: async (orderId) => {
      const { rows } = await listTickets(db, { q: orderId }, { limit: 20 })
      return toTicketRows(rows)
    },
  })
}
