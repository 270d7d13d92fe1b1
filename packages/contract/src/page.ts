import type { InterfaceLanguage } from './languages.ts'
import type { AuthMethod } from './payment-methods.ts'
import type { FoundGames, Game, InitialConfig, PriceItem, SingleGame } from './shapes.ts'

/** A page's metadata in one language, under the specification's names (§2). Addresses of images are absolute paths. */
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

/** What the server tells the browser beside the page: public facts of this hub, nothing secret. */
export type ClientConfig = {
  tenant: string
  /** The hub's public origin. */
  origin: string
  /** Origins besides our own whose windows may talk to us: a development host (specification §6). */
  developmentOrigins: string[]
  /** Ways to sign in that this hub has keys for. */
  authMethods: AuthMethod[]
  /** Present when Stripe is configured. */
  stripe?: { publishableKey: string; scriptUrl: string }
  /** Present when YooKassa is configured: where its widget is. */
  yookassa?: { scriptUrl: string }
  operator: {
    company: Record<InterfaceLanguage, string>
    address: Record<InterfaceLanguage, string>
    supportEmail: string
  }
  isSandbox: boolean
}

/** A static document: HTML of the operator's own writing, in the language it is written in. */
export type HubDocument = { name: string; language: InterfaceLanguage; title: string; html: string }

/** Which games to find: a page of all, those of a search, or some by their ids. */
export type WantedGames = { search?: string; page?: number; projects?: string }

/** The reads that public pages are made of: over `/api` in the browser, without HTTP on the server. */
export interface PublicApi {
  getInitialConfig(): Promise<InitialConfig>
  getGamesData(): Promise<Game[]>
  findGames(wanted: WantedGames): Promise<FoundGames>
  getGameData(projectName: string): Promise<Game>
  getSingleGameData(projectName: string): Promise<SingleGame>
  getPrices(project?: string): Promise<PriceItem[]>
  /** Only the server has it: in the browser a document is a page load. */
  getDocument?(name: string): Promise<HubDocument>
}

export type Theme = 'dark' | 'light'

/** What a page is rendered from. */
export type PageRequest = {
  /** Path and query. */
  url: string
  language: InterfaceLanguage
  /** Absent: as the browser prefers. */
  theme?: Theme
  tenant: string
  /** Where the page says it is, for absolute addresses. */
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
