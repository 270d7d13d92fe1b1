import type { InitialConfig, SignedIn } from '@playhub/contract'
import { useSyncExternalStore } from 'react'
import { createEmitter } from '../browser/emitter.ts'
import { localStore, setPreferenceCookie, storageKeys, tabStore } from '../browser/storage.ts'
import { languageOfPath } from '../language/language.ts'

type Source = 'web' | 'mobile'

/** The shared context of specification §3. */
export type HubContext = {
  session: string
  source: Source
  locale: string
  project: string
  settings: InitialConfig['settings']
  paymentId: string
  jwt: string
  showCaptcha: boolean
  loader: boolean
  modalContent: unknown
  userAuthData: SignedIn | null
  paymentPopupData: unknown
}

/** Address parameters (specification §2) that are stored, because later addresses do not repeat them. */
const contextParameters = ['session', 'source', 'locale', 'project'] as const
type ContextParameter = (typeof contextParameters)[number]

/** The session storage key of a token that came by URL. `take-token.ts` repeats the name to stay small. */
const jwtKey = 'playhub-jwt'

const blank: HubContext = {
  session: '',
  source: 'web',
  locale: '',
  project: '',
  settings: [],
  paymentId: '',
  jwt: '',
  showCaptcha: false,
  loader: false,
  modalContent: null,
  userAuthData: null,
  paymentPopupData: null,
}

const emitter = createEmitter()
let current: HubContext = blank

/** The token that `take-token.ts` keeps in memory when storage is blocked. */
const tokenInMemory = () => (globalThis as { playhubJwt?: string }).playhubJwt

const isSource = (value: string): value is Source => value === 'web' || value === 'mobile'

const storeOf = (parameter: ContextParameter) => (parameter === 'session' ? localStore : tabStore)

/** Stores the parameters of an address or a route; empty ones are ignored. */
export function saveContext(params: Partial<Record<ContextParameter | 'jwt', string | undefined>>): void {
  for (const parameter of contextParameters) {
    const value = params[parameter]
    if (value) storeOf(parameter).set(parameter, value)
  }
  if (params.jwt) tabStore.set(jwtKey, params.jwt)
}

/** Stores the context parameters of an address. The language of its path applies to later pages without one. */
export function saveContextFromUrl({ pathname, searchParams }: URL): void {
  const query = contextParameters.map((name) => [name, searchParams.get(name) ?? undefined])
  const locale = searchParams.get('locale') ?? languageOfPath(pathname) ?? undefined
  saveContext({ ...Object.fromEntries(query), locale })
}

/** Stops sending the hub session with API calls. */
export function clearHubSession(): void {
  localStore.remove(storageKeys.session)
}

/** Stores the language that the player chose; it overrides the locale of an earlier address. */
export function saveLanguage(language: string): void {
  localStore.set(storageKeys.language, language)
  setPreferenceCookie(storageKeys.language, language)
  saveContext({ locale: language })
}

/** The current context. Reads the address on every call; returns the same object until something changes. */
export function readHubContext(): HubContext {
  const query = new URLSearchParams(globalThis.location?.search)
  const read = (parameter: ContextParameter) =>
    query.get(parameter) ?? storeOf(parameter).get(parameter) ?? ''
  const source = read('source')
  const fresh: HubContext = {
    ...current,
    session: read('session'),
    source: isSource(source) ? source : 'web',
    locale: read('locale'),
    project: read('project'),
    jwt: query.get('jwt') ?? tabStore.get(jwtKey) ?? tokenInMemory() ?? '',
  }
  const isSame = (Object.keys(fresh) as (keyof HubContext)[]).every((key) => fresh[key] === current[key])
  if (!isSame) current = fresh
  return current
}

export function updateHubContext(change: Partial<HubContext>): void {
  current = { ...readHubContext(), ...change }
  emitter.emit()
}

export function useHubContext(): HubContext {
  return useSyncExternalStore(emitter.subscribe, readHubContext, () => blank)
}

/** The bearer token: from the address, else the stored one (specification §6). */
export function accessToken(): string | null {
  return readHubContext().jwt || localStore.get(storageKeys.accessToken)
}

export function clearAccessToken(): void {
  delete (globalThis as { playhubJwt?: string }).playhubJwt
  tabStore.remove(jwtKey)
  localStore.remove(storageKeys.accessToken)
  localStore.remove(storageKeys.webAuthData)
}
