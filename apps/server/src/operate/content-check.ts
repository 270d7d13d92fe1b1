import { openCatalogue } from '../catalogue/index.ts'
import { createLog } from '../platform/log.ts'
import type { Operator } from './commands.ts'

/** @throws StartupProblem that names every mistake, as the hub itself would say it. */
export function checkContent({ config, say }: Operator): number {
  const catalogue = openCatalogue({
    dir: config.contentDir,
    placeholders: {
      PUBLIC_URL: config.http.publicUrl,
      GAMES_URL: config.gamesUrl,
      SANDBOX_URL: config.sandboxUrl ?? '',
    },
    log: createLog('silent'),
  })
  catalogue.close()
  say(`The content in ${config.contentDir} holds.`)
  return 0
}
