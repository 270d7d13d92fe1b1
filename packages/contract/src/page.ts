import type { InterfaceLanguage, LocalizedText, OfferedLanguages } from './languages.ts'
import type { AuthMethod } from './payment-methods.ts'
import type { FoundGames, Game, InitialConfig, PriceItem, SingleGame } from './shapes.ts'

/** Page metadata in one language, with the field names of the specification (§2). Images are absolute paths. */
export type PageMetadata = {
  title: string
  faviconImage: string
  appleTouchImage: string
  description: string
  keywords: string
  ogUrl: string
  ogType: string
  ogTitle: string
  ogDescription: string
  ogImage: string
  ogSiteName: string
}

/** Public configuration that the server embeds in each page. Contains no secrets. */
export type ClientConfig = OfferedLanguages & {
  /** Changes with the texts of the languages that the content adds; part of their addresses. */
  textsVersion: string
  /** The name of the hub, or of the tenant. */
  brand: string
  tenant: string
  /** The hub's public origin. */
  origin: string
  /** Further origins that may exchange window messages with the hub: a development host (specification §6). */
  developmentOrigins: string[]
  /** Sign-in methods that this hub is configured for. */
  authMethods: AuthMethod[]
  /** Present when Stripe is configured. */
  stripe?: { publishableKey: string; scriptUrl: string }
  /** Present when YooKassa is configured. */
  yookassa?: { scriptUrl: string }
  operator: {
    company: LocalizedText
    address: LocalizedText
    supportEmail: string
  }
}

/** The texts of the interface in a language that the content adds: messages by key, by namespace. */
export type InterfaceTexts = Record<string, Record<string, unknown>>

/** A static document written by the operator, as HTML. */
export type HubDocument = { name: string; language: InterfaceLanguage; title: string; html: string }

/** Selects games: a page of the catalogue, search results, or games by comma-separated ids. */
export type WantedGames = { search?: string; page?: number; projects?: string }

/** The data of public pages: fetched from `/api` in the browser, read without HTTP on the server. */
export interface PublicApi {
  getInitialConfig(): Promise<InitialConfig>
  getGamesData(): Promise<Game[]>
  findGames(wanted: WantedGames): Promise<FoundGames>
  getGameData(projectName: string): Promise<Game>
  getSingleGameData(projectName: string): Promise<SingleGame>
  getPrices(project?: string): Promise<PriceItem[]>
  /** Server only: in the browser a document is a full page load. */
  getDocument?(name: string): Promise<HubDocument>
}

export type Theme = 'dark' | 'light'

/** The input of server rendering. */
export type PageRequest = {
  /** Path and query. */
  url: string
  language: InterfaceLanguage
  /** Of a language that the content adds; the same object until the content changes. The web client has the others. */
  texts?: InterfaceTexts | undefined
  /** Undefined: the preference of the browser. */
  theme?: Theme
  /** What a staging hub shows above every page, by language; null where payments are real. */
  testMode?: Record<string, string> | null
  /** What the page says when its scripts do not load, and the link that loads it again. */
  notStarted: { text: string; retry: string }
  tenant: string
  /** The canonical origin, for absolute URLs. */
  origin: string
  api: PublicApi
  page: PageMetadata
  clientConfig: ClientConfig
}

export type RenderedPage = {
  status: number
  redirect?: string
  html: string
  /** The document for a compressed response, if it differs: the critical CSS is inlined, other files are deferred. */
  compressedHtml?: () => string
}
