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
  /** Finishes open requests and jobs and closes everything within 10 s. Idempotent. */
  stop(): Promise<void>
}

const drainLimitMs = 8 * SECOND_MS

/**
 * @param renderer   Default: the built web client. Null disables pages, for tests.
 * @param customize  Called before the hub listens, so that development can add its own server.
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
    // Connections that were busy when the drain began become idle later and must be closed then.
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

/** Sample values are fine with the sandbox, which has no players. */
function warnOfUnfinishedContent({ config, catalogue, log }: Context): void {
  if (config.mode === 'sandbox') return
  const unfinished = unfinishedDetails(catalogue.content())
  if (unfinished.length > 0)
    log.warn({ unfinished }, 'The content is unfinished; run "npm run hub -- content check"')
}

async function listen(
  app: FastifyInstance,
  { port, host }: { port: number; host: string | undefined },
): Promise<string> {
  try {
    // Without a host, listen on all IPv4 and IPv6 addresses, because localhost may resolve to either.
    return await app.listen({ port, host: host ?? '::' })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
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
