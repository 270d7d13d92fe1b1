import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BuildStorageConfig } from '../builds/index.ts'
import { createContentSource, openContent } from '../catalogue/index.ts'
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
  const getDb = followDatabase(config, log)
  const source = createContentSource(config, getDb)
  // Without a database, the folder is served until there is one.
  await source.refresh().catch((error) => log.error({ err: error }, 'The database could not be read'))
  const catalogue = openContent({ config, source, log })
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
