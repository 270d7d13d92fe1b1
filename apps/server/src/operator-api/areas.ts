import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PersonalRecords } from '../accounts/index.ts'
import type { BuildDeps } from '../builds/index.ts'
import { acceptStreams, zipTypes } from '../builds/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { listOwnMethods, type Operators } from '../operators/index.ts'
import type { Payments } from '../payments/index.ts'
import { countOpenOrders } from '../payments/operator/order-list-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { IsConsoleHost } from '../platform/http/console-host.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { RequestLimits } from '../platform/limits/request-limits.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import type { DraftLinks } from '../site/index.ts'
import type { Support } from '../support/index.ts'
import { countOpenTickets } from '../support/operator/ticket-queue.ts'
import { registerAuditRoutes } from './audit/audit-routes.ts'
import { registerBuildRoutes } from './builds.ts'
import { pictureTypes, registerPictureRoutes } from './content/pictures.ts'
import { registerPreviewRoute } from './content/preview.ts'
import { registerContentRoutes } from './content/routes.ts'
import { registerFinanceRoutes } from './finance.ts'
import { createOperatorApi } from './frame/operator-api.ts'
import { registerGameServerRoutes } from './game-servers.ts'
import { createDoctorReports, repeatDoctor } from './home/doctor-reports.ts'
import { registerHomeRoutes } from './home/home.ts'
import { registerHomeSales } from './home-sales.ts'
import { registerInsightRoutes } from './insights/routes.ts'
import { registerLeaderboardListRoutes } from './leaderboards/routes.ts'
import { registerOfferRoutes } from './offers/routes.ts'
import { registerAlertWebhookRoutes, registerOperationRoutes } from './operations.ts'
import { registerOperatorRoutes } from './operators.ts'
import { registerSearchRoutes } from './search.ts'
import { registerSessionRoutes } from './session.ts'
import { registerTicketRoutes } from './tickets.ts'
import { registerOrders } from './wiring/orders.ts'
import { registerPlayers } from './wiring/players.ts'

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
  support: Support
  personalRecords: Pick<PersonalRecords, 'personalData'>
  isConsoleHost: IsConsoleHost
  draftLinks: Pick<DraftLinks, 'toUrl'>
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
  const getTimeZone = () => catalogue.content().hub.timeZone
  const api = createOperatorApi(scope, {
    db,
    clock,
    authenticate: operators.authenticateOperator,
    findSessionEnd: operators.findSessionEnd,
    listMethods: (operatorId) => listOwnMethods(operators.deps, operatorId),
    toIp,
    getTimeZone,
  })
  const { authenticateToken } = operators
  registerSessionRoutes(api, { operators: operators.deps, catalogue, authenticateToken, toIp })
  registerOperatorRoutes(api, { operators: operators.deps, catalogue })
  registerPlayers(api, deps)
  registerLeaderboardListRoutes(api, deps)
  registerOrders(api, deps)
  registerTicketRoutes(api, deps)
  registerGameServerRoutes(api, deps)
  acceptStreams(scope, zipTypes)
  registerBuildRoutes(api, deps)
  registerFinanceRoutes(api, deps)
  registerContentRoutes(api, {
    ...deps,
    countOpenOrders: (itemIds) => countOpenOrders(db, itemIds, clock.now()),
  })
  registerOfferRoutes(api, deps)
  registerInsightRoutes(api, deps)
  acceptStreams(scope, pictureTypes)
  registerPictureRoutes(api, deps)
  registerPreviewRoute(api, deps)
  const doctor = createDoctorReports(deps)
  // In the sandbox, sample values are fine.
  if (deps.config.mode !== 'sandbox') repeatDoctor(scope, doctor)
  registerHomeRoutes(api, { ...deps, doctor, countTickets: (projects) => countOpenTickets(db, projects) })
  registerHomeSales(api, deps)
  registerSearchRoutes(api, deps)
  registerOperationRoutes(api, { ...deps, doctor })
  registerAlertWebhookRoutes(api, deps)
  registerAuditRoutes(api, { db, getTimeZone })
  api.handle('GET /openapi.json', async () => deps.readDocument())
}
