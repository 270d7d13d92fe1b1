import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { rejectLongPasswords } from './accounts/index.ts'
import { contentMetrics, findCachedData, registerCatalogueRoutes } from './catalogue/index.ts'
import type { Context } from './context.ts'
import { paymentMetrics } from './payments/index.ts'
import { SECOND_MS } from './platform/clock.ts'
import { createApi } from './platform/http/api.ts'
import { dataHeaders, setBaseHeaders } from './platform/http/base-headers.ts'
import { createResponseCache, respondFromCache } from './platform/http/cached-responses/response-cache.ts'
import { readClientIps } from './platform/http/client-ip.ts'
import { type Drain, registerHealth } from './platform/http/health.ts'
import { httpServer } from './platform/http/http-server.ts'
import { shedLoad } from './platform/http/load-shedding.ts'
import { registerErrorHandlers, sendRouteNotFound } from './platform/http/problems.ts'
import { collectRunningHandlers } from './platform/http/running-handlers.ts'
import { guardAgainstCrossSite } from './platform/http/xsrf.ts'
import { jobMetrics } from './platform/jobs/job-store.ts'
import { createRequestCounter } from './platform/limits/request-limits.ts'
import { createMetrics } from './platform/observability/metrics.ts'
import { logRequests } from './platform/observability/request-log.ts'
import { documentRoutes, registerApiReference } from './platform/openapi/openapi.ts'
import { getTraceId, traceRequests } from './platform/tracing/request-traces.ts'
import { createSite, htmlErrorSender, type PageRenderer } from './site/index.ts'

const bodyLimitBytes = 256 * 1024
/** How long a client may take to send a request. */
const requestTimeoutMs = 30 * SECOND_MS

/** Decides host and protocol. Trusts the nearest proxy only: clients can write every earlier entry themselves. */
const isOurProxy = (_address: string, hop: number) => hop === 0

/**
 * Assembles the hub: the platform's guards, then one registration per capability.
 * @param renderer  Renders pages; null in tests that need none.
 * @param runningHandlers  Receives the handlers that have not ended.
 */
export async function buildApp(
  context: Context,
  renderer: PageRenderer | null,
  { isDraining, isLeaving }: Drain = { isDraining: () => false, isLeaving: () => false },
  runningHandlers = new Set<Promise<unknown>>(),
): Promise<FastifyInstance> {
  const {
    config,
    db,
    clock,
    log,
    heartbeat,
    accounts,
    sessions,
    payments,
    play,
    support,
    gameServers,
    catalogue,
    library,
  } = context
  const metrics =
    config.metricsToken === null
      ? undefined
      : createMetrics(context.registry, {
          token: config.metricsToken,
          gauges: [...jobMetrics(db, clock), ...paymentMetrics(db, clock), ...contentMetrics(catalogue)],
          isFirst: heartbeat.isFirst,
        })
  const sendHtmlError = htmlErrorSender(catalogue, config.mode)
  const cache = createResponseCache(clock)
  catalogue.onChange(() => cache.clear())
  const { requestLimits } = context
  const site =
    renderer &&
    createSite({ config, catalogue, clock, cache, renderer, findOrderProject: payments.findOrderProject })
  const app = Fastify({
    serverFactory: httpServer({
      respondFirst: respondFromCache({
        find: (request) => findCachedData(cache, request.url) ?? site?.findCached(request),
        observe: metrics?.observeRequest,
      }),
      maxConnectionsPerAddress: config.http.connectionsPerAddress,
    }),
    requestTimeout: requestTimeoutMs,
    // Requests on open connections still get a response while the hub drains.
    return503OnClosing: false,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs a tenth as much as a cached page. `logRequests` writes a line instead.
    childLoggerFactory: (parent) => parent,
    genReqId: getTraceId,
    trustProxy: config.http.trustProxy && isOurProxy,
    bodyLimit: bodyLimitBytes,
    // Paths that cannot be decoded or are too long for a route are not found.
    frameworkErrors: (_error, request, reply) => {
      // No hook runs for these.
      reply.headers(dataHeaders(config.http.publicUrl))
      return sendHtmlError(request, reply, 404) ?? sendRouteNotFound(request, reply)
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    forceCloseConnections: 'idle',
  })
  readClientIps(app, config.http.trustProxy)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Other sites may send text/plain without a preflight request, and no route accepts it.
  app.removeContentTypeParser('text/plain')
  setBaseHeaders(app, config.http.publicUrl)
  collectRunningHandlers(app, runningHandlers)
  traceRequests(app)
  logRequests(app, log)
  registerErrorHandlers(app, sendHtmlError, metrics?.countRefusal)
  if (config.http.maxLoopDelayMs !== null) await shedLoad(app, config.http.maxLoopDelayMs)
  const brand = catalogue.getBrand()
  await documentRoutes(app, { brand, publicUrl: config.http.publicUrl })
  const { state } = catalogue
  registerHealth(app, {
    db,
    isDraining,
    isLeaving,
    content: () => ({ version: state().version, rejectedVersion: state().rejected?.version ?? null }),
  })
  metrics?.register(app)

  const countRendering = await createRequestCounter(
    app,
    requestLimits('pages', config.http.pageRendersPerMinute),
  )
  const limit = requestLimits('api', config.http.requestsPerMinute)
  const costlyPerMinute = Math.ceil(limit.max / 10)
  const { toLanguage } = catalogue
  await app.register(
    async (open) => {
      open.setNotFoundHandler(sendRouteNotFound)
      await registerApiReference(open, brand)
      await open.register(async (guarded) => {
        await guarded.register(rateLimit, limit)
        await guarded.register(helmet, { contentSecurityPolicy: false })
        await guardAgainstCrossSite(guarded, config.http.publicUrl)
        const checkBody = (body: unknown) => rejectLongPasswords(config, body)
        const scopes = { open, guarded, costlyPerMinute, toLanguage, checkBody }
        const api = createApi(scopes, accounts.authenticate)
        accounts.registerRoutes(api)
        sessions.registerRoutes(api)
        registerCatalogueRoutes(api, { catalogue, clock, cache, config, countSearch: countRendering })
        library.registerRoutes(api)
        payments.registerRoutes(api, guarded)
        play.registerRoutes(api)
        support.registerRoutes(api)
      })
    },
    { prefix: '/api' },
  )
  await app.register(gameServers.registerRoutes, { prefix: '/api/server/v1' })
  await app.register(
    async (oauth) => {
      await oauth.register(rateLimit, requestLimits('oauth', config.http.requestsPerMinute))
      await accounts.registerOauth(oauth)
    },
    { prefix: '/passport' },
  )
  payments.registerProviderEventRoutes(app, requestLimits)
  play.registerKeySet(app)
  await site?.register(app, countRendering)
  return app
}
