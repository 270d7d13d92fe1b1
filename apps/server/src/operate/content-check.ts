import { type Catalogue, openCatalogue } from '../catalogue/index.ts'
import { createLog } from '../platform/log.ts'
import type { Operator } from './commands.ts'

/** @throws StartupProblem that names every mistake, as the hub itself would say it. */
export function checkContent(operator: Operator): number {
  openContent(operator).close()
  operator.say(`The content in ${operator.config.contentDir} holds.`)
  return 0
}

/** @throws StartupProblem when it has mistakes */
export function openContent({ config }: Operator): Catalogue {
  return openCatalogue({
    dir: config.contentDir,
    placeholders: {
      PUBLIC_URL: config.http.publicUrl,
      GAMES_URL: config.gamesUrl,
      SANDBOX_URL: config.sandboxUrl ?? '',
    },
    log: createLog('silent'),
  })
}
