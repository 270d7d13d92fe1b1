import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { unfinishedDetails } from './catalogue/index.ts'
import type { Context } from './context.ts'
import { SECOND_MS } from './platform/clock.ts'
import { StartupError } from './platform/startup-error.ts'
import { loadBuiltRenderer, type PageRenderer } from './site/index.ts'

export type Hub = {
  url: string
  app: FastifyInstance
  /** Answers what is under way, takes nothing new, and lets go of everything within 10 s. Safe to call twice. */
  stop(): Promise<void>
}

const drainLimitMs = 8 * SECOND_MS

/**
 * @param renderer   Default: the built pages. Null renders none, for tests.
 * @param customize  Called before the hub listens: where development puts its own server in front.
 * @throws StartupError when the port is taken or the pages have not been built.
 */
export async function startHub(
  context: Context,
  renderer?: PageRenderer | null,
  customize?: (app: FastifyInstance) => Promise<void>,
): Promise<Hub> {
  const { config, jobs, payments, log } = context
  let stopping: Promise<void> | undefined
  const pages = renderer === undefined ? await loadBuiltRenderer() : renderer
  const app = await buildApp(context, pages, () => stopping !== undefined)
  await customize?.(app)
  const url = await listen(app, config.http)
  await jobs.start({ isAlone: config.databaseUrl === null })
  await payments.start()
  warnOfUnfinishedContent(context)

  async function drain(): Promise<void> {
    log.info('The hub is draining')
    const limit = new Promise((resolve) => setTimeout(resolve, drainLimitMs).unref())
    // A connection that was busy when the closing began would be kept for its next request.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
    await Promise.race([app.close().then(() => context.close()), limit])
    clearInterval(sweep)
  }

  return {
    url,
    app,
    stop: () => {
      stopping ??= drain()
      return stopping
    },
  }
}

/** In the sandbox the samples may stay: no player comes there. */
function warnOfUnfinishedContent({ config, catalogue, log }: Context): void {
  if (config.mode === 'sandbox') return
  const unfinished = unfinishedDetails(catalogue.content())
  if (unfinished.length > 0)
    log.warn({ unfinished }, 'The content is unfinished: "npm run hub -- content check"')
}

async function listen(
  app: FastifyInstance,
  { port, host }: { port: number; host: string | undefined },
): Promise<string> {
  try {
    // Without a host Node listens on every address of both families, so that localhost works whichever it means.
    return await app.listen({ port, host: host ?? '::' })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartupError(`Port ${port} is taken: stop what uses it, or set PORT to a free one.`, {
        cause,
      })
    }
    if (code === 'EACCES') {
      throw new StartupError(`Port ${port} needs more rights than the hub has: set PORT to one above 1023.`, {
        cause,
      })
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupError(
        `HOST ${host} is no address of this machine: set it to one, or leave it out to listen on all.`,
        { cause },
      )
    }
    throw cause
  }
}
