import { type Catalogue, openCatalogue } from '../catalogue/catalogue.ts'
import { createLog } from '../platform/observability/log.ts'
import type { Terminal } from './command-context.ts'

/** @throws StartupError when the content has errors. */
export function openContent({ config }: Pick<Terminal, 'config'>): Catalogue {
  return openCatalogue({
    dir: config.contentDir,
    placeholders: {
      PUBLIC_URL: config.http.publicUrl,
      GAMES_URL: config.gamesUrl,
      SANDBOX_URL: config.sandboxUrl ?? '',
    },
    gameHosting: config.gameHosting,
    log: createLog('silent'),
  })
}

/** Tells if the content has the project; without it, a line is printed. */
export function expectProject(terminal: Pick<Terminal, 'config' | 'print'>, id: string): boolean {
  const catalogue = openContent(terminal)
  const project = catalogue.project(id)
  catalogue.close()
  if (!project) terminal.print(`There is no project "${id}" in the content.`)
  return project !== undefined
}

/** The publisher's time zone. @throws StartupError when the content has errors. */
export function readTimeZone(terminal: Pick<Terminal, 'config'>): string {
  const catalogue = openContent(terminal)
  const { timeZone } = catalogue.content().hub
  catalogue.close()
  return timeZone
}
