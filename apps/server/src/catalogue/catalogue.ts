import { type FSWatcher, watch } from 'node:fs'
import type { Log } from '../platform/observability/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Content, Item, Project } from './content.ts'
import { ContentProblem, type Placeholders, readContent } from './read-content.ts'

/** The operator's current content. A reload with mistakes keeps the last valid content. */
export type Catalogue = {
  content(): Content
  project(id: string): Project | undefined
  item(id: string): Item | undefined
  projects(): Project[]
  /** Reads the files again; logs mistakes. */
  reload(): void
  /** Calls back after every change. */
  onChange(listener: () => void): void
  /** Reloads on file changes, for development. */
  watch(): void
  close(): void
}

/** @throws StartupError when the content has mistakes. */
export function openCatalogue({
  dir,
  placeholders,
  log,
}: {
  dir: string
  placeholders: Placeholders
  log: Log
}): Catalogue {
  let content = readOrFail(dir, placeholders)
  let items = indexItems(content)
  let watcher: FSWatcher | undefined
  let pendingReload: NodeJS.Timeout | undefined
  const listeners: (() => void)[] = []

  function reload(): void {
    try {
      content = readContent(dir, placeholders)
      items = indexItems(content)
      log.info('Content reloaded')
      for (const listener of listeners) listener()
    } catch (error) {
      if (!(error instanceof ContentProblem)) throw error
      log.error({ mistakes: error.mistakes }, 'Content has mistakes; the last valid content stays in use')
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
      // Editors write a file in several steps, so debounce.
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

function readOrFail(dir: string, placeholders: Placeholders): Content {
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
