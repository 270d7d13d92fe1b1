import type { HubDocument, PublicApi } from '@playhub/contract'
import { createContext, RouterContextProvider } from 'react-router'
import { languageOfAddress, type RecognisedLanguage } from '../language/language.ts'

export type { HubDocument, PublicApi }

const publicApi = createContext<PublicApi>()

const requestLanguage = createContext<RecognisedLanguage | null>(null)

const requestTenant = createContext<string>()

/** @param language  The server's choice; in the browser every request's address decides. */
export function provideApi(
  api: PublicApi,
  tenant: string,
  language?: RecognisedLanguage,
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(publicApi, api)
  context.set(requestTenant, tenant)
  context.set(requestLanguage, language ?? null)
  return context
}

/** The project that the host stands for. */
export function tenantOf(args: { context: Readonly<RouterContextProvider> }): string {
  return args.context.get(requestTenant)
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
