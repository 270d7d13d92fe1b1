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

/** Public configuration embedded in each page by the server. Contains no secrets. */
export type ClientConfig = OfferedLanguages & {
  /** Changes with the content's translations; part of their URLs. */
  textsVersion: string
  /** The hub's or tenant's name. */
  brand: string
  tenant: string
  /** The hub's public origin. */
  origin: string
  /** Further origins allowed to exchange window messages with the hub: a development host (specification §6). */
  developmentOrigins: string[]
  /** Login methods configured on this hub. */
  authMethods: AuthMethod[]
  /** Present when an account needs a consent of its own to the processing of personal data. */
  requiresConsent?: true
  /** Present when Stripe is configured. */
  stripe?: { publishableKey: string; scriptUrl: string }
  /** Present when YooKassa is configured. */
  yookassa?: { scriptUrl: string }
  /** Present when developers may upload a build to try it. */
  trials?: { maxBytes: number }
  /** Present when players may withdraw from contracts by themselves. */
  withdrawal?: true
  /** Present when visits and plays are counted. */
  insights?: true
  operator: {
    company: LocalizedText
    address: LocalizedText
    supportEmail: string
  }
}

/** Interface messages for a language from the content, by namespace and key. */
export type InterfaceMessages = Record<string, Record<string, unknown>>

/** A static document written by the operator, as HTML. */
export type HubDocument = {
  name: string
  language: InterfaceLanguage
  title: string
  html: string
  /** Its sections, which have these ids in the HTML. */
  contents: { id: string; label: string }[]
}

/** A document for game teams, in English. */
export type TeamDocument = Pick<HubDocument, 'title' | 'html' | 'contents'>

/** A section of the team documents found by a search. */
export type FoundSection = { href: string; page: string; heading: string; excerpt: string }

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
  /** Server only, like the search in them. */
  getTeamDocument?(name: string): Promise<TeamDocument>
  searchTeamDocuments?(query: string): Promise<FoundSection[]>
}

export type Theme = 'dark' | 'light'

/** Server rendering input. */
export type PageRequest = {
  /** Path and query. */
  url: string
  language: InterfaceLanguage
  /**
   * Messages for a language from the content; the same object until the content changes. The web client has the others.
   */
  messages?: InterfaceMessages | undefined
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
