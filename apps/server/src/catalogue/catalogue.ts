import {
  type InterfaceLanguage,
  type PaymentProvider,
  paymentProviders,
  type SaleState,
  toInterfaceLanguage,
} from '@playhub/contract'
import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import { type ServerMessages, shippedFiles, withBrand } from '../i18n/server-messages.ts'
import { SECOND_MS } from '../platform/clock.ts'
import type { GameHosting } from '../platform/game-hosting.ts'
import type { Log } from '../platform/observability/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { getBrand } from './brand.ts'
import type { Content, Item, Project } from './content.ts'
import type { Price } from './fields.ts'
import { type ContentFolder, readFolder } from './files/content-folder.ts'
import { toRule } from './files/content-rule.ts'
import { followChanges, watchFiles } from './files/follow-changes.ts'
import { ContentProblem, type ParsedProjects, type Placeholders, parseContent } from './read-content.ts'
import { getSaleState } from './sale-state.ts'
import type { ContentSource } from './versions/content-source.ts'

/** The operator's current content. A reload with errors keeps the last valid content. */
export type Catalogue = {
  content(): Content
  project(id: string): Project | undefined
  item(id: string): Item | undefined
  projects(): Project[]
  /** The offered language matching a language tag, else the default one. */
  toLanguage(tag: string | null | undefined): InterfaceLanguage
  /**
   * Server translations in an offered language, else in the default one. They name the brand: the hub's or a tenant's.
   */
  messagesIn(tag: string, tenant?: string): ServerMessages
  /** The name players see: the hub's or a tenant's. */
  getBrand(tenant?: string): string
  /** Set by the hub's price history; the list price before. */
  lowestPrice: FindLowestPrice
  /** Tells if an item can be bought now. */
  saleState(item: Item): SaleState
  state(): ContentState
  /** The folder with the content in use; of content in the database, a copy. */
  dir(): string
  /** What the content in use was read from. */
  loaded(): LoadedContent
  source: Pick<ContentSource, 'origin' | 'number'>
  /** Reads the files again; logs errors. */
  reload(): void
  /** Takes the newest content into use, of the folder or the database; logs errors. */
  refresh(): Promise<void>
  /** Checks a content that is not in use. @throws ContentProblem with every error */
  parse(folder: ContentFolder): Content
  /** The same catalogue with a content that is not in use. */
  withContent(content: Content): Catalogue
  /** Reloads after two checks with the same changed files, until `close`. */
  followChanges(intervalMs?: number): void
  /** Calls back after every change. */
  onChange(listener: () => void): void
  /** Reloads on file changes, for development. */
  watch(): void
  close(): void
}

/**
 * The lowest price on the public list in the 30 days before an item came to the price that it has, in minor units.
 * @param before  The end of these days for a price that the list does not have, such as a player's own.
 */
export type FindLowestPrice = (item: Pick<Item, 'id' | 'price'>, price: Price, before: number) => Price

export type LoadedContent = {
  /** Of its version in the database; null for a folder. */
  number: number | null
  folder: ContentFolder
}

export type ContentState = {
  /** Version in use. Equal on every hub with the same files. */
  version: string
  /** The newest content, when it has errors and is not in use. */
  rejected: { version: string; issues: ContentRule[] } | null
}

/** Twice this passes before a change is in use: files being copied differ from one check to the next. */
export const checkIntervalMs = 1.5 * SECOND_MS

/**
 * @param configuredProviders  Default: all.
 * @throws StartupError when the content has errors.
 */
export function openCatalogue({
  source,
  placeholders,
  gameHosting = null,
  log,
  configuredProviders = paymentProviders,
}: {
  source: ContentSource
  placeholders: Placeholders
  /** Default: this hub hosts no games. */
  gameHosting?: GameHosting | null
  log: Log
  configuredProviders?: readonly PaymentProvider[]
}): Catalogue {
  const first = readFolder(source.dir())
  const known: ParsedProjects = new Map()
  const parse = (folder: ContentFolder) => parseContent(folder, placeholders, gameHosting, known)
  let content = parseOrFail(() => parse(first))
  let state: ContentState = { version: first.version, rejected: null }
  let inUse: LoadedContent = { number: source.number(), folder: first }
  let items = indexItems(content)
  let wasComplete = true
  /** Fingerprint of the last read files. */
  let loaded = ''
  const stops: (() => void)[] = []
  const listeners: (() => void)[] = []

  function load(folder: ContentFolder): void {
    const { version } = folder
    wasComplete = folder.isComplete
    try {
      content = parse(folder)
    } catch (error) {
      const isKnown = error instanceof ContentProblem
      const issues = isKnown ? error.issues : [toRule('fault', { said: String(error) })]
      state = { version: state.version, rejected: { version, issues } }
      const details = { version, issues: issues.map((issue) => describeFinding(issue)) }
      log.error(
        { ...details, ...(!isKnown && { err: error }) },
        'Content has errors; the last valid content stays in use',
      )
      return
    }
    inUse = { number: source.number(), folder }
    items = indexItems(content)
    state = { version, rejected: null }
    log.info({ version }, 'Content reloaded')
    for (const listener of listeners) listener()
  }

  const reload = () => load(readFolder(source.dir(), inUse.folder))

  function refresh(fingerprint: string): void {
    // A failed read may succeed later, although no file has changed.
    if (fingerprint === loaded && wasComplete) return
    loaded = fingerprint
    // Who publishes a version takes it into use at once.
    if (wasComplete && source.number() !== null && source.number() === inUse.number) return
    const folder = readFolder(source.dir(), inUse.folder)
    if (folder.version !== (state.rejected ?? state).version) load(folder)
  }

  const read = (content: () => Content, items: () => Map<string, Item>) =>
    createReads(content, items, configuredProviders)

  const catalogue: Catalogue = {
    ...read(
      () => content,
      () => items,
    ),
    withContent(other) {
      const otherItems = indexItems(other)
      return {
        ...catalogue,
        ...read(
          () => other,
          () => otherItems,
        ),
      }
    },
    lowestPrice: ({ price }) => price,
    state: () => state,
    dir: () => inUse.folder.dir,
    loaded: () => inUse,
    source,
    reload,
    parse,
    async refresh() {
      await source.refresh()
      reload()
    },
    followChanges: (intervalMs = checkIntervalMs) =>
      void stops.push(followChanges({ findFingerprint: source.refresh, log, intervalMs, onStable: refresh })),
    onChange: (listener) => void listeners.push(listener),
    watch: () => void stops.push(watchFiles(source.dir(), reload, log)),
    close() {
      for (const stop of stops.splice(0)) stop()
    },
  }
  return catalogue
}

type Reads = Pick<
  Catalogue,
  'content' | 'project' | 'item' | 'projects' | 'toLanguage' | 'messagesIn' | 'getBrand' | 'saleState'
>

function createReads(
  content: () => Content,
  items: () => Map<string, Item>,
  configuredProviders: readonly PaymentProvider[],
): Reads {
  const toLanguage = (tag: string | null | undefined) => toInterfaceLanguage(tag, content().languages)
  const project = (id: string) => content().projects.find((candidate) => candidate.id === id)
  return {
    content,
    project,
    item: (id) => items().get(id),
    projects: () => content().projects,
    toLanguage,
    messagesIn(tag, tenant) {
      const language = toLanguage(tag)
      const messages = content().languages.translations.get(language)?.server ?? shippedFiles(language)
      return withBrand(messages, getBrand(content(), tenant))
    },
    getBrand: (tenant) => getBrand(content(), tenant),
    saleState: (item) => getSaleState(item, project(item.project), configuredProviders),
  }
}

function parseOrFail(parse: () => Content): Content {
  try {
    return parse()
  } catch (cause) {
    if (cause instanceof ContentProblem) throw new StartupError(cause.message, { cause })
    throw cause
  }
}

function indexItems(content: Content): Map<string, Item> {
  return new Map(content.projects.flatMap((project) => project.items.map((item) => [item.id, item])))
}
