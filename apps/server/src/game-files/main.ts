/** Serves the files of uploaded games as a process of its own, which goes on while the hub restarts. */
import { expectBuildStorage } from '../builds/index.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../platform/observability/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { followDatabase } from './follow-database.ts'
import { runGameFiles } from './run-game-files.ts'

try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  // Nothing is known about the state of the process, so it ends.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'The process failed')
    log.flush(() => process.exit(1))
  })
  const db = followDatabase(config, log)()
  // A silent or empty database is no reason to stop.
  await (db && expectBuildStorage(db, config))?.catch((error) => {
    if (error instanceof StartupError) throw error
  })
  await db?.destroy()
  await runGameFiles({ config, log }, config.http.host ?? '::')
  console.log(`The games are served on port ${config.gamesPort}`)
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}
