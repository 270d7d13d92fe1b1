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
import { registerMetrics } from './platform/observability/metrics.ts'
import { registerOpenApiRoutes } from './platform/openapi/routes.ts'
import { createFrontDoor, type PageRenderer, registerSite, sendHtmlError } from './site/index.ts'

const bodyLimitBytes = 256 * 1024

/** The nearest one: what stands before its word in `X-Forwarded-For` anybody can write. */
const isOurProxy = (_address: string, hop: number) => hop === 0

/**
 * Puts the hub together: the platform's guards, then one registration per capability.
 * @param renderer  Renders pages; null in tests that need none.
 */
export async function buildApp(
  context: Context,
  renderer: PageRenderer | null,
  isDraining: () => boolean = () => false,
): Promise<FastifyInstance> {
  const { config, db, log, accounts, sessions, payments, play, support, gameServers, catalogue, shelf } =
    context
  const frontDoor = createFrontDoor(isDraining)
  const app = Fastify({
    serverFactory: frontDoor.serverFactory,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for every request is a tenth of a cached page; faults name their request instead.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIds(),
    trustProxy: config.http.trustProxy && isOurProxy,
    bodyLimit: bodyLimitBytes,
    // An address that cannot be decoded, or is too long for a route, belongs to none.
    frameworkErrors: (_error, request, reply) =>
      sendHtmlError(request, reply, 404) ?? sendRouteNotFound(request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Text is what a page of another site may send without asking; nothing here takes it.
  app.removeContentTypeParser('text/plain')
  registerErrorHandlers(app, sendHtmlError)
  registerHealth(app, { db, isDraining })
  registerMetrics(app, frontDoor, config.metricsToken, [jobMetrics(db), ...paymentMetrics(db)])

  const limit = {
    max: config.http.requestsPerMinute,
    timeWindow: MINUTE_MS,
    // The sandbox's world is this machine: everybody there has one address.
    allowList: config.mode === 'sandbox' ? ['127.0.0.1', '::1', '::ffff:127.0.0.1'] : [],
  }
  const costlyPerMinute = Math.ceil(limit.max / 10)
  await app.register(
    async (open) => {
      open.setNotFoundHandler(sendRouteNotFound)
      registerOpenApiRoutes(open, config.http.publicUrl)
      await open.register(async (guarded) => {
        await guarded.register(rateLimit, limit)
        await guarded.register(helmet, { contentSecurityPolicy: false })
        await guardAgainstCrossSite(guarded, config.http.publicUrl)
        const api = createApi({ open, guarded, costlyPerMinute }, accounts.authenticate)
        accounts.registerRoutes(api)
        sessions.registerRoutes(api)
        registerCatalogueRoutes(api, catalogue)
        shelf.registerRoutes(api)
        payments.registerRoutes(api, guarded)
        play.registerRoutes(api)
        support.registerRoutes(api)
      })
    },
    { prefix: '/api' },
  )
  await app.register(gameServers.registerRoutes, { prefix: '/api/server/v1' })
  await app.register(
    async (passport) => {
      await passport.register(rateLimit, limit)
      await accounts.registerOauth(passport)
    },
    { prefix: '/passport' },
  )
  payments.registerProviderEventRoutes(app)
  play.registerKeySet(app)
  if (renderer) await registerSite(app, { config, catalogue, renderer, frontDoor })
  return app
}
