import type { OperatorRouteKey } from '@playhub/contract/operator'
import type { PersonalRecords } from '../../accounts/index.ts'
import type { BuildDeps } from '../../builds/index.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { OperatorApi } from '../frame/operator-api.ts'

export type AreaDeps = {
  db: Db
  clock: Clock
  jobs: Jobs
  config: HubConfig & BuildDeps['config']
  catalogue: Catalogue
  personalRecords: Pick<PersonalRecords, 'personalData'>
}

/** Imports and registers the handlers of the area that a route belongs to, for a process without HTTP. */
export async function loadArea(key: OperatorRouteKey, api: OperatorApi, deps: AreaDeps): Promise<void> {
  const [, first = ''] = key.split('/')
  const load = areas[key.includes('/builds') ? 'builds' : first]
  if (!load) throw new Error(`${key} belongs to no area of commands`)
  await load(api, deps)
}

type Load = (api: OperatorApi, deps: AreaDeps) => Promise<void>

const areas: Record<string, Load> = {
  players: loadPlayers,
  leaderboards: async (api, deps) => {
    const { registerLeaderboardListRoutes } = await import('../leaderboards/routes.ts')
    registerLeaderboardListRoutes(api, deps)
  },
  insights: async (api, deps) => {
    const { registerInsightRoutes } = await import('../insights/routes.ts')
    registerInsightRoutes(api, deps)
  },
  orders: loadOrders,
  refunds: loadOrders,
  disputes: loadOrders,
  tickets: loadTickets,
  assignees: loadTickets,
  replies: loadTickets,
  'game-servers': loadGameServers,
  webhooks: loadGameServers,
  keys: loadGameServers,
  secrets: loadGameServers,
  builds: async (api, deps) => {
    const { registerBuildRoutes } = await import('../builds.ts')
    const { createBuildStorage } = await import('../../builds/index.ts')
    const { config, catalogue } = deps
    const hasPortal = (project: string) => catalogue.project(project)?.game.compat !== undefined
    const builds = { ...deps, storage: createBuildStorage(config.buildStorage), hasPortal }
    registerBuildRoutes(api, { builds, catalogue })
  },
  operators: async (api, deps) => {
    const { registerOperatorRoutes } = await import('../operators.ts')
    registerOperatorRoutes(api, { operators: deps, catalogue: deps.catalogue })
  },
  operations: async (api, deps) => {
    const { registerOperationRoutes } = await import('../operations.ts')
    const doctor = { run: inHub, latest: inHub }
    registerOperationRoutes(api, { ...deps, payments: { listFailingProviders: inHub }, doctor })
  },
  'alert-webhooks': async (api, deps) => {
    const { registerAlertWebhookRoutes } = await import('../operations.ts')
    registerAlertWebhookRoutes(api, deps)
  },
  content: async (api, deps) => {
    const { registerContentRoutes } = await import('../content/routes.ts')
    registerContentRoutes(api, { ...deps, countOpenOrders: inHub })
  },
  offers: loadOffers,
  'code-batches': loadOffers,
  audit: async (api, { db, catalogue }) => {
    const { registerAuditRoutes } = await import('../audit/audit-routes.ts')
    registerAuditRoutes(api, { db, getTimeZone: () => catalogue.content().hub.timeZone })
  },
  search: async (api, deps) => {
    const { registerSearchRoutes } = await import('../search.ts')
    registerSearchRoutes(api, deps)
  },
}

/** Calls that need it have no command. */
function inHub(): never {
  throw new Error('Only a running hub can do this')
}

async function loadPlayers(api: OperatorApi, deps: AreaDeps): Promise<void> {
  const { registerPlayers } = await import('./players.ts')
  registerPlayers(api, deps)
}

async function loadOrders(api: OperatorApi, deps: AreaDeps): Promise<void> {
  const { registerOrders } = await import('./orders.ts')
  registerOrders(api, {
    ...deps,
    payments: { resendReceipt: inHub },
    findPlayerIds: (text) => findPlayersByPart(deps, text),
  })
}

const maxPlayers = 10

/** The newest players whose email, name or identity has this part: a shell hides no personal data. */
async function findPlayersByPart({ db, clock }: AreaDeps, q: string): Promise<string[]> {
  const { listPlayers } = await import('../../accounts/operator/player-list.ts')
  const { rows } = await listPlayers(db, { q, findsParts: true }, { limit: maxPlayers, now: clock.now() })
  return rows.map(({ id }) => id)
}

async function loadTickets(api: OperatorApi, deps: AreaDeps): Promise<void> {
  const { registerTicketRoutes } = await import('../tickets.ts')
  const { createAttachmentLinks } = await import('../../support/mail-in/attachment-route.ts')
  const { loadOrCreateSecret } = await import('../../platform/keys/secrets.ts')
  const secret = await loadOrCreateSecret(deps.db, 'support-mail')
  registerTicketRoutes(api, {
    ...deps,
    support: { attachmentLinks: createAttachmentLinks(secret, deps.config) },
  })
}

async function loadGameServers(api: OperatorApi, deps: AreaDeps): Promise<void> {
  const { registerGameServerRoutes } = await import('../game-servers.ts')
  registerGameServerRoutes(api, deps)
}

async function loadOffers(api: OperatorApi, deps: AreaDeps): Promise<void> {
  const { registerOfferRoutes } = await import('../offers/routes.ts')
  registerOfferRoutes(api, deps)
}
