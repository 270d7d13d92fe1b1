import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { expectBuildStorage, loadPreviewSecret } from './builds/index.ts'
import { followPriceChanges, stockContent, unfinishedDetails } from './catalogue/index.ts'
import type { Context } from './context.ts'
import { openGameFiles } from './game-files/index.ts'
import { SECOND_MS } from './platform/clock.ts'
import { getErrorCode } from './platform/errors.ts'
import { stopListening } from './platform/http/server/http-server.ts'
import { webhookSecretVariable } from './platform/hub-config.ts'
import type { ServiceCheck } from './platform/outbound/service-check.ts'
import { StartupError } from './platform/startup-error.ts'
import { loadBuiltRenderer, type PageRenderer } from './site/index.ts'

export type Hub = {
  url: string
  app: FastifyInstance
  /** Finishes open requests and jobs and closes everything within 10 s. Idempotent. */
  stop(): Promise<void>
}

/** Shutdown limit; a stop must end within 10 s. */
const stopLimitMs = 9 * SECOND_MS
/** A stop waits no longer for handlers whose clients have gone, so there is time to close the database. */
const handlersLimitMs = 8 * SECOND_MS

type StartOptions = {
  /** Default: the built web client. Null disables pages, for tests. */
  renderer?: PageRenderer | null | undefined
  /** Called before the hub listens, so development can add its own server. */
  customize?: ((app: FastifyInstance) => Promise<void>) | undefined
  /** Listens on `GAMES_PORT`, too. Default: false with the sandbox, where another process does. */
  servesGames?: boolean
  /** Default: the checks of the command `doctor`. */
  runChecks?: (() => Promise<ServiceCheck[]>) | undefined
}

/** @throws StartupError when a port is taken or the pages have not been built. */
export async function startHub(
  context: Context,
  { renderer, customize, servesGames = context.config.mode !== 'sandbox', runChecks }: StartOptions = {},
): Promise<Hub> {
  const { config, db, jobs, payments, heartbeat, log } = context
  let stopping: Promise<void> | undefined
  let isLeaving = false
  const pages = renderer === undefined ? await loadBuiltRenderer() : renderer
  const runningHandlers = new Set<Promise<unknown>>()
  const drainState = { isDraining: () => stopping !== undefined, isLeaving: () => isLeaving }
  const app = await buildApp(context, pages, drainState, runningHandlers, runChecks)
  await customize?.(app)
  const url = await listen(app, config.http)
  const gameFiles = await listenForGames(context, servesGames)
  await jobs.start({ isAlone: config.databaseUrl === null })
  await payments.start()
  await followPriceChanges(context)
  context.catalogue.followChanges()
  await heartbeat.start()
  if (config.gameHosting) await expectBuildStorage(db, config)
  warn(context)

  async function stop(): Promise<void> {
    const limit = delay(stopLimitMs, undefined, { ref: false })
    const handlersLimit = delay(handlersLimitMs, undefined, { ref: false })
    await Promise.race([drain().then(() => close(handlersLimit)), limit])
  }

  /** Goes on answering until the proxies send new requests to other hubs. */
  async function drain(): Promise<void> {
    log.info('The hub is draining')
    if (config.http.drainMs === 0) return
    await delay(config.http.drainMs / 2)
    isLeaving = true
    await delay(config.http.drainMs / 2)
    await Promise.all([stopListening(app.server), gameFiles && stopListening(gameFiles.server)])
  }

  async function close(handlersLimit: Promise<void>): Promise<void> {
    // Busy connections become idle later and must be closed then.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
    try {
      await Promise.all([app.close(), gameFiles?.close(), jobs.stop()])
      await Promise.race([Promise.allSettled(runningHandlers), handlersLimit])
      await context.close()
    } catch (error) {
      log.error({ err: error }, 'The hub did not stop cleanly')
    } finally {
      clearInterval(sweep)
    }
  }

  return {
    url,
    app,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** A separate process for games needs the secret of previews, and goes on while the hub restarts. */
async function listenForGames(context: Context, servesGames: boolean): Promise<FastifyInstance | undefined> {
  const { config, catalogue, clock, db, log } = context
  const { gameHosting: hosting, http } = config
  if (!hosting) return undefined
  await loadPreviewSecret(db)
  if (!servesGames) return undefined
  return await openGameFiles({ config, hosting, catalogue, clock, getDb: () => db, log }, http.host ?? '::')
}

/** Lists what the operator has probably not meant. */
function warn({ config, catalogue, log }: Context): void {
  for (const warning of config.warnings) log.warn(describeFinding(warning))
  const expected = new Set(catalogue.projects().map(({ id }) => webhookSecretVariable(id)))
  for (const name of config.webhookSecretVariables.filter((name) => !expected.has(name)))
    log.warn(`${name} belongs to no project of the content: correct or remove it.`)
  // Sample values are fine with the sandbox, which has no players.
  if (config.mode === 'sandbox') return
  if (resolve(catalogue.dir()) === stockContent)
    log.warn('The content is the sample of Playhub: copy it, make it yours and set CONTENT_DIR.')
  const unfinished = unfinishedDetails(catalogue.content()).map((finding) => describeFinding(finding))
  if (unfinished.length > 0)
    log.warn({ unfinished }, 'The content is unfinished; run "npm run hub -- content check"')
}

async function listen(
  app: FastifyInstance,
  { port, host }: { port: number; host: string | undefined },
): Promise<string> {
  try {
    // No host means all IPv4 and IPv6 interfaces, because localhost may resolve to either.
    return await app.listen({ port, host: host ?? '::' })
  } catch (cause) {
    const code = getErrorCode(cause)
    if (code === 'EADDRINUSE') {
      throw new StartupError(
        `Port ${port} is in use: stop the process that uses it, or set PORT to a free port.`,
        {
          cause,
        },
      )
    }
    if (code === 'EACCES') {
      throw new StartupError(
        `Port ${port} needs privileges that the hub does not have: set PORT to a number above 1023.`,
        {
          cause,
        },
      )
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupError(
        `HOST ${host} is not an address of this machine: set it to one, or unset it to listen on all addresses.`,
        { cause },
      )
    }
    throw cause
  }
}
