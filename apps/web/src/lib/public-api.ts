import type { Game, InitialConfig, PriceItem, SingleGame } from '@playhub/contract'
import { createContext, RouterContextProvider } from 'react-router'
import { languageOfAddress, type RecognisedLanguage } from './language.ts'

/** A static document as the hub publishes it: HTML of the operator's own writing. */
export type HubDocument = { name: string; title: string; html: string }

/** The reads that public pages are made of: over `/api` in the browser, without HTTP on the server. */
export interface PublicApi {
  getInitialConfig(): Promise<InitialConfig>
  getGamesData(): Promise<Game[]>
  getGameData(projectName: string): Promise<Game>
  getSingleGameData(projectName: string): Promise<SingleGame>
  getPrices(project?: string): Promise<PriceItem[]>
  /** Only the server has it: in the browser a document is a page load. */
  getDocument?(name: string): Promise<HubDocument>
}

const publicApi = createContext<PublicApi>()

const requestLanguage = createContext<RecognisedLanguage | null>(null)

/** @param language  The server's choice; in the browser every request's address decides. */
export function provideApi(api: PublicApi, language?: RecognisedLanguage): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(publicApi, api)
  context.set(requestLanguage, language ?? null)
  return context
}

/** The language a loader answers in. */
export function languageOfRequest(args: {
  request: Request
  context: Readonly<RouterContextProvider>
}): RecognisedLanguage {
  return args.context.get(requestLanguage) ?? languageOfAddress(new URL(args.request.url))
}

/** Gives a loader the reads of whichever side it runs on. */
export function apiOf(args: { context: Readonly<RouterContextProvider> }): PublicApi {
  return args.context.get(publicApi)
}
