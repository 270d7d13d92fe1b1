import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Catalogue } from '../catalogue/index.ts'
import { listOwnMethods, type Operators } from '../operators/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { sendRouteNotFound } from '../platform/http/problems.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { RequestLimits } from '../platform/limits/request-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import { serveConsole } from './console-files.ts'
import { registerFinanceRoutes } from './finance.ts'
import { registerGameServerRoutes } from './game-servers.ts'
import { createOperatorApi } from './operator-api.ts'
import { registerOperatorRoutes } from './operators.ts'
import { registerSessionRoutes } from './session.ts'

const apiPrefix = '/api/operator/v1'
/** Per operator session, or per IP before login. Offices share an IP. */
const callsPerMinute = 600

export type ConsoleDeps = {
  config: HubConfig
  db: Db
  clock: Clock
  jobs: Jobs
  catalogue: Catalogue
  operators: Operators
  requestLimits: RequestLimits
}

/**
 * Serves the operators' console and its API on the console's host only. Nothing exists before the first owner, on other
 * hosts and for networks that are not allowed.
 */
export async function registerConsole(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { config, requestLimits } = deps
  const { url, hasOwnHost } = config.console
  const { host, pathname } = new URL(url)
  if (hasOwnHost) app.addHook('onRequest', hidePlayersSite(host))
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', createGuard(deps))
      scope.addHook('onRequest', async (request) => rejectForeignCall(request, new URL(url).origin))
      await scope.register(rateLimit, requestLimits('operator api', callsPerMinute))
      registerRoutes(scope, deps)
    },
    { prefix: apiPrefix },
  )
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', createGuard(deps))
      await serveConsole(scope, config)
    },
    { prefix: pathname.replace(/\/$/, '') },
  )
}

function registerRoutes(scope: FastifyInstance, deps: ConsoleDeps): void {
  const { db, clock, catalogue, operators } = deps
  const toIp = (request: FastifyRequest) => request.ip
  const api = createOperatorApi(scope, {
    db,
    clock,
    authenticate: operators.authenticateOperator,
    listMethods: (operatorId) => listOwnMethods(operators.deps, operatorId),
    toIp,
  })
  const { authenticateToken } = operators
  registerSessionRoutes(api, { operators: operators.deps, catalogue, authenticateToken, toIp })
  registerOperatorRoutes(api, { operators: operators.deps, catalogue })
  registerGameServerRoutes(api, deps)
  registerFinanceRoutes(api, deps)
}

/** Refuses with 404 whatever is not for this client, so that it does not learn that there is a console. */
function createGuard({ config, operators }: ConsoleDeps) {
  const { url, hasOwnHost, networks } = config.console
  const { host } = new URL(url)
  const allowed = networks.map((network) => ipaddr.parseCIDR(network))
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isOpen =
      isAllowed(request.ip, allowed) && (!hasOwnHost || request.host === host) && (await operators.hasOwner())
    if (!isOpen) return sendRouteNotFound(request, reply)
  }
}

function isAllowed(ip: string, networks: [ipaddr.IPv4 | ipaddr.IPv6, number][]): boolean {
  if (networks.length === 0) return true
  const address = ipaddr.process(ip)
  return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
}

/** The console's own host has no players' pages and no other API. */
function hidePlayersSite(host: string) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.host !== host || request.url.startsWith(`${apiPrefix}/`)) return
    if (request.routeOptions.config.isConsole !== true) return sendRouteNotFound(request, reply)
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page or an asset of the console. */
    isConsole?: boolean
  }
}

/**
 * Refuses what another site makes a browser send: the header forces a preflight request, which is never answered.
 * @throws Refusal CROSS_SITE_REQUEST
 */
function rejectForeignCall({ method, headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site']
  const isForeign =
    (headers.origin !== undefined && headers.origin !== origin) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  const isUnsafe = method !== 'GET' && method !== 'HEAD'
  if (isForeign || (isUnsafe && headers['x-operator'] !== '1')) throw new Refusal('CROSS_SITE_REQUEST')
}
