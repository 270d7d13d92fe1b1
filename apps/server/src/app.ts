import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { rejectLongPasswords } from './accounts/index.ts'
import { acceptStreams, readPreview, zipTypes } from './builds/index.ts'
import {
  contentMetrics,
  findCachedData,
  findDraftPicture,
  nextPriceChange,
  readDraftedSite,
  registerCatalogueRoutes,
} from './catalogue/index.ts'
import type { Context } from './context.ts'
import { createCheckCounter, registerDevelopers } from './developers/index.ts'
import { checkRunningHub } from './doctor/doctor.ts'
import { registerConsole } from './operator-api/index.ts'
import { paymentMetrics } from './payments/index.ts'
import { personalRecords } from './personal-records.ts'
import { MINUTE_MS, SECOND_MS } from './platform/clock.ts'
import { createApi } from './platform/http/api.ts'
import { dataHeaders, setBaseHeaders } from './platform/http/base-headers.ts'
import { serveCachedResponses } from './platform/http/cached-responses/cached-response.ts'
import { createResponseCache, type ResponseCache } from './platform/http/cached-responses/response-cache.ts'
import { readClientIps } from './platform/http/client-ip.ts'
import { createConsoleHostCheck } from './platform/http/console-host.ts'
import { parseQuery } from './platform/http/contract-route.ts'
import { type Drain, registerHealth } from './platform/http/health.ts'
import { shedLoad } from './platform/http/load-shedding.ts'
import { registerErrorHandlers, type SendHtmlError, sendRouteNotFound } from './platform/http/problems.ts'
import { collectRunningHandlers } from './platform/http/running-handlers.ts'
import { refuseBrokenRequest } from './platform/http/server/broken-requests.ts'
import { httpServer } from './platform/http/server/http-server.ts'
import { acceptJson, publicBodyBytes } from './platform/http/server/json-bodies.ts'
import { guardAgainstCrossSite } from './platform/http/xsrf.ts'
import { randomHex } from './platform/ids.ts'
import { jobMetrics } from './platform/jobs/job-store.ts'
import { loadOrCreateSecret } from './platform/keys/secrets.ts'
import { type CountRequest, createRequestCounter } from './platform/limits/request-limits.ts'
import { createMetrics, type Metrics } from './platform/observability/metrics.ts'
import { logRequests } from './platform/observability/request-log.ts'
import { documentRoutes, registerApiReference } from './platform/openapi/openapi.ts'
import { traceRequests } from './platform/tracing/request-traces.ts'
import { createWriteCounter } from './saves/index.ts'
import {
  createDraftLinks,
  createDrafts,
  createPages,
  htmlErrorSender,
  type PageRenderer,
  registerSite,
} from './site/index.ts'

/** Request timeout. */
const requestTimeoutMs = 30 * SECOND_MS
/** An archive of a game takes so long over a slow line. */
const uploadTimeoutMs = 20 * MINUTE_MS

/** Decides host and protocol. Trusts the nearest proxy only: clients can write every earlier entry themselves. */
const isOurProxy = (_address: string, hop: number) => hop === 0

/**
 * Assembles the hub: the platform's hooks and guards, then one registration per capability.
 * @param renderer  Renders pages; null in tests without any.
 * @param runningHandlers  Receives the running handlers.
 * @param runChecks  Checks the hub for the console.
 */
export async function buildApp(
  context: Context,
  renderer: PageRenderer | null,
  drain: Drain = { isDraining: () => false, isLeaving: () => false },
  runningHandlers = new Set<Promise<unknown>>(),
  runChecks = () => checkRunningHub(context),
): Promise<FastifyInstance> {
  const { config, db, clock, accounts, payments, play, gameServers, catalogue, requestLimits } = context
  const sendHtmlError = htmlErrorSender(catalogue, config.mode)
  const metrics = openMetrics(context)
  const app = createServer(context, sendHtmlError)
  const countRendering = await createRequestCounter(
    app,
    requestLimits('pages', config.http.pageRendersPerMinute),
  )
  const cache = createResponseCache(clock, (now) => nextPriceChange(catalogue.projects(), now))
  catalogue.onChange(() => cache.clear())
  const { findOrderProject } = payments
  const listPopular = context.plays.popular.list
  const pages =
    renderer &&
    createPages({
      ...{ config, catalogue, clock, cache, renderer, findOrderProject, countRendering, listPopular },
      readScores: context.leaderboards.readForGuest,
    })

  logRequests(app, context.log)
  metrics?.register(app)
  // Ends a request before the hooks below, which cost as much as a cached response.
  const isConsoleHost = createConsoleHostCheck(config.console, config.http.publicUrl)
  serveCachedResponses(app, (request) =>
    isConsoleHost(request) ? undefined : (findCachedData(cache, request.url) ?? pages?.findCached(request)),
  )
  readClientIps(app, config.http.trustProxy)
  setBaseHeaders(app, config.http.publicUrl)
  collectRunningHandlers(app, runningHandlers)
  traceRequests(app)
  registerErrorHandlers(app, sendHtmlError, metrics?.countRefusal)
  if (config.http.maxLoopDelayMs !== null) await shedLoad(app, config.http.maxLoopDelayMs)

  await documentRoutes(app, { brand: catalogue.getBrand(), publicUrl: config.http.publicUrl })
  const { state } = catalogue
  registerHealth(app, {
    db,
    ...drain,
    content: () => ({ version: state().version, rejectedVersion: state().rejected?.version ?? null }),
  })
  await app.register((open) => registerApi(open, context, { cache, countRendering }), { prefix: '/api' })
  await app.register(gameServers.registerRoutes, { prefix: '/api/server/v1' })
  await app.register(
    async (oauth) => {
      await oauth.register(rateLimit, requestLimits('oauth', config.http.requestsPerMinute))
      await accounts.registerOauth(oauth)
    },
    { prefix: '/passport' },
  )
  const draftLinks = createDraftLinks(
    await loadOrCreateSecret(db, 'content-preview'),
    config.http.publicUrl,
    () => catalogue.content().languages,
  )
  await registerConsole(app, {
    ...context,
    isConsoleHost,
    draftLinks,
    personalRecords: { personalData: (playerId) => personalRecords(db, playerId) },
    runChecks,
  })
  payments.registerProviderEventRoutes(app, requestLimits)
  context.support.registerMailRoutes(app, requestLimits)
  play.registerKeySet(app)
  const expectPreview = async (label: string) => void (await readPreview(context.builds, label))
  if (pages) {
    const drafts = createDrafts({
      ...{ config, clock, links: draftLinks, pages },
      readSite: (key, toUrl) => readDraftedSite(context, key, toUrl),
      readPicture: (key, path) => findDraftPicture(context, key, path),
    })
    await registerSite(app, { config, catalogue, pages, drafts, expectPreview })
  }
  return app
}

function openMetrics({ config, db, clock, registry, catalogue, heartbeat }: Context): Metrics | undefined {
  if (config.metricsToken === null) return undefined
  return createMetrics(registry, {
    token: config.metricsToken,
    gauges: [...jobMetrics(db, clock), ...paymentMetrics(db, clock), ...contentMetrics(catalogue)],
    isFirst: heartbeat.isFirst,
  })
}

function createServer({ config, log }: Context, sendHtmlError: SendHtmlError): FastifyInstance {
  const app = Fastify({
    serverFactory: httpServer({
      maxConnectionsPerIp: config.http.connectionsPerIp,
      longUploads: {
        paths:
          /^\/api\/((server\/v1|operator\/v1\/game-servers\/[^/?]+)\/builds|developers\/trials|operator\/v1\/content\/drafts\/[^/?]+\/pictures)(?:[/?]|$)/,
        timeoutMs: uploadTimeoutMs,
      },
    }),
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: refuseBrokenRequest,
    // Requests on open connections still get a response while the hub drains.
    return503OnClosing: false,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs a tenth as much as a cached page. `logRequests` writes a line instead.
    childLoggerFactory: (parent) => parent,
    genReqId: () => randomHex(16),
    trustProxy: config.http.trustProxy && isOurProxy,
    bodyLimit: publicBodyBytes,
    // Undecodable and overlong paths are not found.
    frameworkErrors: (_error, request, reply) => {
      // No hook runs for these.
      reply.headers(dataHeaders(config.http.publicUrl))
      return sendHtmlError(request, reply, 404) ?? sendRouteNotFound(request, reply)
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096, querystringParser: parseQuery },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Other sites may send text/plain without a preflight request, and no route accepts it.
  app.removeContentTypeParser('text/plain')
  acceptJson(app)
  return app
}

type ApiDeps = { cache: ResponseCache; countRendering: CountRequest }

/** Adds the contract's calls and their reference. Calls behind a login have rate limits and the XSRF guard. */
async function registerApi(
  open: FastifyInstance,
  {
    config,
    clock,
    accounts,
    builds,
    sessions,
    payments,
    play,
    plays,
    leaderboards,
    saves,
    support,
    catalogue,
    library,
    requestLimits,
    log,
  }: Context,
  { cache, countRendering }: ApiDeps,
): Promise<void> {
  const limit = requestLimits('api', config.http.requestsPerMinute)
  const costlyPerMinute = Math.ceil(limit.max / 10)
  const { toLanguage } = catalogue
  open.setNotFoundHandler(sendRouteNotFound)
  await registerApiReference(open, catalogue.getBrand())
  const countSave = await createWriteCounter(open, requestLimits)
  const countCheck = await createCheckCounter(open, requestLimits)
  await open.register(async (guarded) => {
    await guarded.register(rateLimit, limit)
    await guarded.register(helmet, { contentSecurityPolicy: false })
    await guardAgainstCrossSite(guarded, config.http.publicUrl)
    const checkBody = (body: unknown) => rejectLongPasswords(config, body)
    const scopes = { open, guarded, costlyPerMinute, toLanguage, checkBody }
    const api = createApi(scopes, accounts.authenticate)
    accounts.registerRoutes(api)
    sessions.registerRoutes(api)
    registerCatalogueRoutes(api, {
      catalogue,
      clock,
      cache,
      config,
      countSearch: countRendering,
      listPopular: plays.popular.list,
    })
    library.registerRoutes(api)
    payments.registerRoutes(api, guarded)
    play.registerRoutes(api)
    plays.registerRoutes(api)
    leaderboards.registerRoutes(api)
    saves.registerRoutes(api, countSave)
    support.registerRoutes(api)
    await guarded.register(async (uploads) => {
      acceptStreams(uploads, zipTypes)
      const uploadApi = createApi({ ...scopes, guarded: uploads }, accounts.authenticate)
      const { authenticate } = accounts
      registerDevelopers(uploadApi, { catalogue, config, authenticate, countCheck, builds, log })
    })
  })
}
