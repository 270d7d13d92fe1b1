import type { GameGenre } from './catalogue.ts'
import type { InterfaceLanguage, LocalizedText, OfferedLanguages } from './languages.ts'
import type { Achievement, Leaderboard, ScoreEntry } from './leaderboards/shapes.ts'
import type { AuthMethod } from './payment-methods.ts'
import type { FoundGames, Game, InitialConfig, PriceItem, SingleGame } from './shapes.ts'

/** Page metadata in one language, with the specification's field names (§2). Images are absolute paths. */
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
  /** Changes with the translations that the content adds; part of their URLs. */
  textsVersion: string
  /** The hub's or tenant's name. */
  brand: string
  tenant: string
  /** The hub's public origin. */
  origin: string
  /** Further origins that may exchange window messages with the hub: a development host (specification §6). */
  developmentOrigins: string[]
  /** Login methods configured on this hub. */
  authMethods: AuthMethod[]
  /** Present when Stripe is configured. */
  stripe?: { publishableKey: string; scriptUrl: string }
  /** Present when YooKassa is configured. */
  yookassa?: { scriptUrl: string }
  /** Present when developers may upload a build to try it. */
  trials?: { maxBytes: number }
  operator: {
    company: LocalizedText
    address: LocalizedText
    supportEmail: string
  }
}

/** Interface messages for a language that the content adds, by namespace and key. */
export type InterfaceTexts = Record<string, Record<string, unknown>>

/** A static document written by the operator, as HTML. */
export type HubDocument = {
  name: string
  language: InterfaceLanguage
  title: string
  html: string
  /** Its sections, which have these ids in the HTML. */
  contents: { id: string; label: string }[]
}

/** Selects games: a catalogue page, search results, games by comma-separated ids, or those to play after a game. */
export type WantedGames = {
  search?: string
  genre?: GameGenre | undefined
  page?: number
  projects?: string
  similarTo?: string
}

/** A game's leaderboards and achievements as a guest sees them, with the top of the first leaderboard. */
export type PublicScores = { boards: Leaderboard[]; top: ScoreEntry[]; achievements: Achievement[] }

/** Public page data: fetched from `/api` in the browser, read without HTTP on the server. */
export interface PublicApi {
  getInitialConfig(): Promise<InitialConfig>
  getGamesData(): Promise<Game[]>
  findGames(wanted: WantedGames): Promise<FoundGames>
  getGameData(projectName: string): Promise<Game>
  getSingleGameData(projectName: string): Promise<SingleGame>
  getPrices(project?: string): Promise<PriceItem[]>
  /** Server only: in the browser they are loaded when they are seen. */
  getScores?(projectName: string): Promise<PublicScores>
  /** Server only: in the browser a document is a full page load. */
  getDocument?(name: string): Promise<HubDocument>
}

export type Theme = 'dark' | 'light'

/** Server rendering input. */
export type PageRequest = {
  /** Path and query. */
  url: string
  language: InterfaceLanguage
  /**
   * Messages for a language that the content adds; the same object until the content changes. The web client has the
   * others.
   */
  texts?: InterfaceTexts | undefined
  /** Undefined: the browser's preference. */
  theme?: Theme
  /** Staging notice above every page, by language; null where payments are real. */
  testMode?: Record<string, string> | null
  /** The `backgroundColor` setting; undefined or empty for the theme's own. */
  background?: string
  /** Message shown when the scripts do not load, and the reload link. */
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
