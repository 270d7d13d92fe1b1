import type { HubDocument, PublicApi } from '@playhub/contract'
import { createContext, RouterContextProvider } from 'react-router'
import { languageOfAddress, type RecognisedLanguage } from '../language/language.ts'

export type { HubDocument, PublicApi }

const publicApi = createContext<PublicApi>()

const requestLanguage = createContext<RecognisedLanguage | null>(null)

const requestTenant = createContext<string>()

/** @param language  Set by the server; in the browser each request's URL decides. */
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

/** The host's project. */
export function tenantOf(args: { context: Readonly<RouterContextProvider> }): string {
  return args.context.get(requestTenant)
}

/** The language for a loader's data. */
export function languageOfRequest(args: {
  request: Request
  context: Readonly<RouterContextProvider>
}): RecognisedLanguage {
  return args.context.get(requestLanguage) ?? languageOfAddress(new URL(args.request.url))
}

/** The public API on the side where the loader runs. */
export function apiOf(args: { context: Readonly<RouterContextProvider> }): PublicApi {
  return args.context.get(publicApi)
}
