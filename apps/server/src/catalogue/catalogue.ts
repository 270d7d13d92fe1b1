import {
  type InterfaceLanguage,
  type PaymentProvider,
  paymentProviders,
  type SaleState,
  toInterfaceLanguage,
} from '@playhub/contract'
import { type ServerTexts, shippedFiles, withBrand } from '../i18n/server-texts.ts'
import { SECOND_MS } from '../platform/clock.ts'
import type { GameHosting } from '../platform/game-hosting.ts'
import type { Log } from '../platform/observability/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { getBrand } from './brand.ts'
import type { Content, Item, Project } from './content.ts'
import { type ContentFolder, readFolder } from './files/content-folder.ts'
import { followChanges, watchFiles } from './files/follow-changes.ts'
import { ContentProblem, type Placeholders, parseContent } from './read-content.ts'
import { getSaleState } from './sale-state.ts'

/** The operator's current content. A reload with errors keeps the last valid content. */
export type Catalogue = {
  content(): Content
  project(id: string): Project | undefined
  item(id: string): Item | undefined
  projects(): Project[]
  /** The offered language that a language tag stands for, else the default one. */
  toLanguage(tag: string | null | undefined): InterfaceLanguage
  /**
   * Server translations in an offered language, else in the default one. They name the brand: the hub's or a tenant's.
   */
  textsIn(tag: string, tenant?: string): ServerTexts
  /** The name players see: the hub's or a tenant's. */
  getBrand(tenant?: string): string
  /** Tells if an item can be bought now. */
  saleState(item: Item): SaleState
  state(): ContentState
  /** Reads the files again; logs errors. */
  reload(): void
  /** Reloads after two checks that find the same changed files, until `close`. */
  followChanges(intervalMs?: number): void
  /** Calls back after every change. */
  onChange(listener: () => void): void
  /** Reloads on file changes, for development. */
  watch(): void
  close(): void
}

export type ContentState = {
  /** Version in use. Equal on every hub with the same files. */
  version: string
  /** The newest content, when it has errors and is not in use. */
  rejected: { version: string; issues: string[] } | null
}

/** Twice this passes before a change is in use: files that are still being copied differ from one check to the next. */
export const checkIntervalMs = 1.5 * SECOND_MS

/**
 * @param configuredProviders  Default: all.
 * @throws StartupError when the content has errors.
 */
export function openCatalogue({
  dir,
  placeholders,
  gameHosting = null,
  log,
  configuredProviders = paymentProviders,
}: {
  dir: string
  placeholders: Placeholders
  /** Default: this hub hosts no games. */
  gameHosting?: GameHosting | null
  log: Log
  configuredProviders?: readonly PaymentProvider[]
}): Catalogue {
  const first = readFolder(dir)
  let content = parseOrFail(first, placeholders, gameHosting)
  let state: ContentState = { version: first.version, rejected: null }
  let items = indexItems(content)
  let wasComplete = true
  /** Fingerprint of the files that were read last. */
  let loaded = ''
  const stops: (() => void)[] = []
  const listeners: (() => void)[] = []

  const toLanguage = (tag: string | null | undefined) => toInterfaceLanguage(tag, content.languages)

  function load(folder: ContentFolder): void {
    const { version } = folder
    wasComplete = folder.isComplete
    try {
      content = parseContent(folder, placeholders, gameHosting)
    } catch (error) {
      const issues = error instanceof ContentProblem ? error.issues : [String(error)]
      const fault = error instanceof ContentProblem ? {} : { err: error }
      state = { version: state.version, rejected: { version, issues } }
      log.error({ version, issues, ...fault }, 'Content has mistakes; the last valid content stays in use')
      return
    }
    items = indexItems(content)
    state = { version, rejected: null }
    log.info({ version }, 'Content reloaded')
    for (const listener of listeners) listener()
  }

  const reload = () => load(readFolder(dir))

  const project = (id: string) => content.projects.find((candidate) => candidate.id === id)

  function refresh(fingerprint: string): void {
    // A read that failed may succeed later, although no file has changed.
    if (fingerprint === loaded && wasComplete) return
    loaded = fingerprint
    const folder = readFolder(dir)
    if (folder.version !== (state.rejected ?? state).version) load(folder)
  }

  return {
    content: () => content,
    project,
    item: (id) => items.get(id),
    projects: () => content.projects,
    toLanguage,
    textsIn(tag, tenant) {
      const language = toLanguage(tag)
      const texts = content.languages.translations.get(language)?.server ?? shippedFiles(language)
      return withBrand(texts, getBrand(content, tenant))
    },
    getBrand: (tenant) => getBrand(content, tenant),
    saleState: (item) => getSaleState(item, project(item.project), configuredProviders),
    state: () => state,
    reload,
    followChanges: (intervalMs = checkIntervalMs) =>
      void stops.push(followChanges({ dir, log, intervalMs, onStable: refresh })),
    onChange: (listener) => void listeners.push(listener),
    watch: () => void stops.push(watchFiles(dir, reload, log)),
    close() {
      for (const stop of stops.splice(0)) stop()
    },
  }
}

function parseOrFail(
  folder: ContentFolder,
  placeholders: Placeholders,
  gameHosting: GameHosting | null,
): Content {
  try {
    return parseContent(folder, placeholders, gameHosting)
  } catch (cause) {
    if (cause instanceof ContentProblem) throw new StartupError(cause.message, { cause })
    throw cause
  }
}

function indexItems(content: Content): Map<string, Item> {
  return new Map(content.projects.flatMap((project) => project.items.map((item) => [item.id, item])))
}
