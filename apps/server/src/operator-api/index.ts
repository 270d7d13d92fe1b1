import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getCookieName } from '../operators/index.ts'
import type { IsConsoleHost } from '../platform/http/console-host.ts'
import { sendRouteNotFound } from '../platform/http/problems.ts'
import { createNetworkCheck } from '../platform/limits/networks.ts'
import { Refusal } from '../platform/refusal.ts'
import { type ConsoleDeps, registerAreas } from './areas.ts'
import { serveConsole } from './console-files.ts'
import { documentOperatorRoutes } from './frame/openapi.ts'

const apiPrefix = '/api/operator/v1'
/** URL of a console without a host of its own. */
const sharedPath = '/console'
/** Per IP, which an office shares. */
const callsPerMinute = 600

/**
 * Serves the operators' console and its API on the console's host only. Nothing exists before the first owner, on other
 * hosts and for networks outside the allowed ones.
 */
export async function registerConsole(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { config, requestLimits } = deps
  const { url, hasOwnHost } = config.console
  const { pathname } = new URL(url)
  if (hasOwnHost) {
    app.addHook('onRequest', hidePlayersSite(deps.isConsoleHost))
    // Players' hosts have a page for every other path.
    for (const path of [sharedPath, `${sharedPath}/*`]) app.get(path, sendRouteNotFound)
  }
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', createGuard(deps))
      scope.addHook('onRequest', async (request) => rejectForeignCall(request, new URL(url).origin))
      await scope.register(rateLimit, requestLimits('operator api', callsPerMinute))
      const readDocument = await documentOperatorRoutes(scope, {
        title: `${deps.catalogue.getBrand()} console`,
        url: new URL(apiPrefix, url).href,
        cookie: getCookieName(config),
      })
      registerAreas(scope, { ...deps, readDocument })
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

/** Refuses everything else with 404, which hides the console. */
function createGuard({ config, operators, isConsoleHost }: ConsoleDeps) {
  const { hasOwnHost, networks } = config.console
  const isAllowed = createNetworkCheck(networks)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isOpen =
      isAllowed(request.ip) && (!hasOwnHost || isConsoleHost(request.raw)) && (await operators.hasOwner())
    if (!isOpen) return sendRouteNotFound(request, reply)
  }
}

/** The console's own host has no players' pages and no other API. */
function hidePlayersSite(isConsoleHost: IsConsoleHost) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isConsoleHost(request.raw) || request.url.startsWith(`${apiPrefix}/`)) return
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
 * Refuses what another site makes a browser send: the header forces a preflight request, which never succeeds.
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
