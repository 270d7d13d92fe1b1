import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { registerCatalogueRoutes } from './catalogue/index.ts'
import type { Context } from './context.ts'
import { paymentMetrics } from './payments/index.ts'
import { MINUTE_MS } from './platform/clock.ts'
import { createApi } from './platform/http/api.ts'
import { registerHealth } from './platform/http/health.ts'
import { registerErrorHandlers, sendRouteNotFound } from './platform/http/problems.ts'
import { guardAgainstCrossSite } from './platform/http/xsrf.ts'
import { requestIds } from './platform/ids.ts'
import { jobMetrics } from './platform/jobs/job-store.ts'
import { createMetrics } from './platform/observability/metrics.ts'
import { documentRoutes, registerApiReference } from './platform/openapi/openapi.ts'
import { cacheFirstServer, createSite, type PageRenderer, sendHtmlError } from './site/index.ts'

const bodyLimitBytes = 256 * 1024

/** Trusts the nearest proxy only: clients can write every earlier entry of `X-Forwarded-For` themselves. */
const isOurProxy = (_address: string, hop: number) => hop === 0

/**
 * Assembles the hub: the platform's guards, then one registration per capability.
 * @param renderer  Renders pages; null in tests that need none.
 */
export async function buildApp(
  context: Context,
  renderer: PageRenderer | null,
  isDraining: () => boolean = () => false,
): Promise<FastifyInstance> {
  const { config, db, log, accounts, sessions, payments, play, support, gameServers, catalogue, library } =
    context
  const metrics =
    config.metricsToken === null
      ? undefined
      : createMetrics(config.metricsToken, [jobMetrics(db), ...paymentMetrics(db)])
  const site = renderer && createSite({ config, catalogue, renderer })
  const app = Fastify({
    ...(site && {
      serverFactory: cacheFirstServer({
        find: site.findCached,
        isDraining,
        observe: metrics?.observeRequest,
      }),
    }),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs a tenth of a cached page. Logged faults name their request instead.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIds(),
    trustProxy: config.http.trustProxy && isOurProxy,
    bodyLimit: bodyLimitBytes,
    // Paths that cannot be decoded or are too long for a route are not found.
    frameworkErrors: (_error, request, reply) =>
      sendHtmlError(request, reply, 404) ?? sendRouteNotFound(request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Other sites may send text/plain without a preflight request, and no route accepts it.
  app.removeContentTypeParser('text/plain')
  registerErrorHandlers(app, sendHtmlError)
  await documentRoutes(app, config.http.publicUrl)
  registerHealth(app, { db, isDraining })
  metrics?.register(app)

  const limit = {
    max: config.http.requestsPerMinute,
    timeWindow: MINUTE_MS,
    // With the sandbox, every client shares the address of this machine.
    allowList: config.mode === 'sandbox' ? ['127.0.0.1', '::1', '::ffff:127.0.0.1'] : [],
  }
  const costlyPerMinute = Math.ceil(limit.max / 10)
  await app.register(
    async (open) => {
      open.setNotFoundHandler(sendRouteNotFound)
      await registerApiReference(open)
      await open.register(async (guarded) => {
        await guarded.register(rateLimit, limit)
        await guarded.register(helmet, { contentSecurityPolicy: false })
        await guardAgainstCrossSite(guarded, config.http.publicUrl)
        const api = createApi({ open, guarded, costlyPerMinute }, accounts.authenticate)
        accounts.registerRoutes(api)
        sessions.registerRoutes(api)
        registerCatalogueRoutes(api, catalogue)
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
      await oauth.register(rateLimit, limit)
      await accounts.registerOauth(oauth)
    },
    { prefix: '/passport' },
  )
  payments.registerProviderEventRoutes(app)
  play.registerKeySet(app)
  await site?.register(app)
  return app
}
