import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type BuildStorageConfig, createBuildStorage } from '../builds/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { getErrorCode } from '../platform/errors.ts'
import type { GameHosting } from '../platform/game-hosting.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Log } from '../platform/observability/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { readCompatScripts } from './compat-scripts.ts'
import { createGameFiles } from './listener.ts'

/** Built with the SDK. */
const sdkFolder = new URL('../../../../packages/game-sdk/dist/', import.meta.url)

export type GameFilesAppOptions = {
  config: HubConfig & { buildStorage: BuildStorageConfig }
  hosting: GameHosting
  catalogue: Catalogue
  clock: Clock
  /** Undefined while there is no database yet. */
  getDb(): Db | undefined
  log: Log
  /** Answers requests for other hosts. Default: 404. */
  otherHosts?: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * Listens on `GAMES_PORT`.
 * @param host  Address to listen on.
 * @throws StartupError when the port is taken.
 */
export async function openGameFiles(options: GameFilesAppOptions, host: string): Promise<FastifyInstance> {
  const { config } = options
  const app = createGameFilesApp(options)
  try {
    await app.listen({ port: config.gamesPort, host })
  } catch (cause) {
    await app.close()
    if (getErrorCode(cause) !== 'EADDRINUSE') throw cause
    const advice = `Port ${config.gamesPort} is in use: stop what uses it, or set GAMES_PORT to a free one.`
    throw new StartupError(advice, { cause })
  }
  return app
}

/** @returns  a server, not listening yet */
export function createGameFilesApp(options: GameFilesAppOptions): FastifyInstance {
  const { config, hosting, catalogue, clock, getDb, log, otherHosts } = options
  const { publicUrl, otherOrigins, trustProxy, connectionsPerIp } = config.http
  return createGameFiles({
    hosting,
    hub: { publicUrl, otherOrigins },
    trustProxy,
    connectionsPerIp,
    clock,
    getDb,
    storage: createBuildStorage(config.buildStorage),
    getProject: catalogue.project,
    getGamePage: (project, acceptLanguage) => {
      const language = catalogue.toLanguage(acceptLanguage?.split(/[,;]/)[0])
      return `${publicUrl}/games/${language}/${project}/`
    },
    compatScripts: readCompatScripts(),
    bootScript: readScript('boot.js'),
    storageScript: joinScripts(readScript('boot-databases.js'), readScript('boot-storage.js')),
    log,
    ...(otherHosts && { otherHosts }),
  })
}

const joinScripts = (...scripts: (string | null)[]) => (scripts.includes(null) ? null : scripts.join('\n'))

/** Null before the SDK is built; the games then run without it. */
function readScript(name: string): string | null {
  try {
    return readFileSync(new URL(name, sdkFolder), 'utf8')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
