import { type Catalogue, openCatalogue, unfinishedDetails } from '../catalogue/index.ts'
import { createLog } from '../platform/observability/log.ts'
import type { Operator } from './commands.ts'

/**
 * Mistakes fail; what only waits for the operator's own details is listed.
 * @throws StartupError that names every mistake, as the hub itself would say it.
 */
export function checkContent(operator: Operator): number {
  const catalogue = openContent(operator)
  const unfinished = unfinishedDetails(catalogue.content())
  catalogue.close()
  if (unfinished.length > 0) operator.say('Before players come:')
  for (const line of unfinished) operator.say(`  ${line}`)
  operator.say(`The content in ${operator.config.contentDir} holds.`)
  return 0
}

/** @throws StartupError when it has mistakes */
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
