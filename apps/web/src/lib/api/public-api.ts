import type { HubDocument, PublicApi } from '@playhub/contract'
import { createContext, RouterContextProvider } from 'react-router'
import { detectLanguage, type RecognisedLanguage } from '../language/language.ts'

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
export function getTenant(args: { context: Readonly<RouterContextProvider> }): string {
  return args.context.get(requestTenant)
}

/** The language for a loader's data. */
export function getRequestLanguage(args: {
  request: Request
  context: Readonly<RouterContextProvider>
}): RecognisedLanguage {
  return args.context.get(requestLanguage) ?? detectLanguage(new URL(args.request.url))
}

/** The public API on the side where the loader runs. */
export function getApi(args: { context: Readonly<RouterContextProvider> }): PublicApi {
  return args.context.get(publicApi)
}
