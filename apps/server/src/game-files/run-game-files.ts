import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BuildStorageConfig } from '../builds/index.ts'
import { openCatalogue } from '../catalogue/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Log } from '../platform/observability/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { followDatabase } from './follow-database.ts'
import { openGameFiles } from './open-game-files.ts'

type Options = {
  config: HubConfig & { buildStorage: BuildStorageConfig }
  log: Log
  /** Answers requests for other hosts. Default: 404. */
  otherHosts?: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * Serves uploaded builds until a signal to stop. Reads the database and the storage, and writes neither.
 * @param host  Address to listen on.
 */
export async function runGameFiles({ config, log, otherHosts }: Options, host: string): Promise<void> {
  const hosting = config.gameHosting
  if (!hosting)
    throw new StartupError(
      'No games are hosted here: set GAMES_HOST, such as games.example, or GAME_FILES_URL.',
    )
  const catalogue = openCatalogue({
    dir: config.contentDir,
    placeholders: {
      PUBLIC_URL: config.http.publicUrl,
      GAMES_URL: config.gamesUrl,
      SANDBOX_URL: config.sandboxUrl ?? '',
    },
    gameHosting: hosting,
    log,
  })
  const getDb = followDatabase(config, log)
  const options = {
    config,
    hosting,
    catalogue,
    clock: systemClock,
    getDb,
    log,
    ...(otherHosts && { otherHosts }),
  }
  const app = await openGameFiles(options, host)
  catalogue.followChanges()
  const stop = async () => {
    await app.close()
    catalogue.close()
    await getDb()?.destroy()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}
