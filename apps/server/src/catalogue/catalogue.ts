import { type FSWatcher, watch } from 'node:fs'
import type { Log } from '../platform/observability/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Content, Item, Project } from './content.ts'
import { ContentProblem, type Placeholders, readContent } from './read-content.ts'

/** The operator's content as it is now: a reload that has mistakes leaves the last good one in place. */
export type Catalogue = {
  content(): Content
  project(id: string): Project | undefined
  item(id: string): Item | undefined
  projects(): Project[]
  /** Reads the files again. Mistakes are logged, one line each. */
  reload(): void
  /** Called after every change. */
  onChange(listener: () => void): void
  /** Reloads whenever a file changes, for development. */
  watch(): void
  close(): void
}

/** @throws StartupError when the content has mistakes at the start. */
export function openCatalogue({
  dir,
  placeholders,
  log,
}: {
  dir: string
  placeholders: Placeholders
  log: Log
}): Catalogue {
  let content = readAtStart(dir, placeholders)
  let items = indexItems(content)
  let watcher: FSWatcher | undefined
  let pendingReload: NodeJS.Timeout | undefined
  const listeners: (() => void)[] = []

  function reload(): void {
    try {
      content = readContent(dir, placeholders)
      items = indexItems(content)
      log.info('The content was read again')
      for (const listener of listeners) listener()
    } catch (error) {
      if (!(error instanceof ContentProblem)) throw error
      log.error({ mistakes: error.mistakes }, 'The content has mistakes; the last good one stays')
    }
  }

  return {
    content: () => content,
    project: (id) => content.projects.find((project) => project.id === id),
    item: (id) => items.get(id),
    projects: () => content.projects,
    reload,
    onChange: (listener) => void listeners.push(listener),
    watch() {
      // An editor writes a file in several steps: wait until it has been quiet for a moment.
      watcher = watch(dir, { recursive: true }, () => {
        clearTimeout(pendingReload)
        pendingReload = setTimeout(reload, 100)
      })
    },
    close() {
      clearTimeout(pendingReload)
      watcher?.close()
    },
  }
}

function readAtStart(dir: string, placeholders: Placeholders): Content {
  try {
    return readContent(dir, placeholders)
  } catch (cause) {
    if (cause instanceof ContentProblem) throw new StartupError(cause.message, { cause })
    throw cause
  }
}

function indexItems(content: Content): Map<string, Item> {
  return new Map(content.projects.flatMap((project) => project.items.map((item) => [item.id, item])))
}
