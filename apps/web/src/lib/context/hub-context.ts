import type { InitialConfig, LoggedIn } from '@playhub/contract'
import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'
import { localStore, setPreferenceCookie, storageKeys, tabStore } from '../browser/storage.ts'
import { parsePathLanguage } from '../language/language.ts'

type Source = 'web' | 'mobile'

/** The shared context from specification §3. */
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
  userAuthData: LoggedIn | null
  paymentPopupData: unknown
}

/** URL parameters (specification §2) stored because later URLs do not repeat them. */
const contextParameters = ['session', 'source', 'locale', 'project'] as const
type ContextParameter = (typeof contextParameters)[number]

/**
 * Session storage keys for tokens from URLs: the one in use, and one held back by another login. `take-token.ts`
 * repeats the names to stay small.
 */
const jwtKey = 'playhub-jwt'
const offeredJwtKey = 'playhub-offered-jwt'

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

/** The token kept in memory by `take-token.ts` when storage is blocked. */
const tokenInMemory = () => globalThis.playhubJwt

const isSource = (value: string): value is Source => value === 'web' || value === 'mobile'

const getStore = (parameter: ContextParameter) => (parameter === 'session' ? localStore : tabStore)

/** Stores parameters from a URL or a route; empty ones are ignored. */
export function saveContext(params: Partial<Record<ContextParameter | 'jwt', string | undefined>>): void {
  for (const parameter of contextParameters) {
    const value = params[parameter]
    if (value) getStore(parameter).set(parameter, value)
  }
  if (params.jwt) tabStore.set(jwtKey, params.jwt)
}

/** Stores a URL's context parameters. The language in its path applies to later pages without one. */
export function saveContextFromUrl({ pathname, searchParams }: URL): void {
  const query = contextParameters.map((name) => [name, searchParams.get(name) ?? undefined])
  const locale = searchParams.get('locale') ?? parsePathLanguage(pathname) ?? undefined
  saveContext({ ...Object.fromEntries(query), locale })
}

/** Stops sending the hub session with API calls. */
export function clearHubSession(): void {
  localStore.remove(storageKeys.session)
}

/** Stores the player's chosen language; it overrides an earlier URL's locale. */
export function saveLanguage(language: string): void {
  localStore.set(storageKeys.language, language)
  setPreferenceCookie(storageKeys.language, language)
  saveContext({ locale: language })
}

/** The current context. Reads the address on every call; returns the same object until something changes. */
export function readHubContext(): HubContext {
  const query = new URLSearchParams(globalThis.location?.search)
  const read = (parameter: ContextParameter) =>
    query.get(parameter) ?? getStore(parameter).get(parameter) ?? ''
  const source = read('source')
  const fresh: HubContext = {
    ...current,
    session: read('session'),
    source: isSource(source) ? source : 'web',
    locale: read('locale'),
    project: read('project'),
    jwt: query.get('jwt') ?? tabStore.get(jwtKey) ?? tokenInMemory() ?? '',
  }
  const known: Record<string, unknown> = current
  const isSame = Object.entries(fresh).every(([key, value]) => known[key] === value)
  if (!isSame) current = fresh
  return current
}

export function updateHubContext(change: Partial<HubContext>): void {
  current = { ...readHubContext(), ...change }
  emitter.emit()
}

/** Calls back after the context or the token in use changes. */
export const subscribeToHubContext = emitter.subscribe

export function useHubContext(): HubContext {
  return useSyncExternalStore(subscribeToHubContext, readHubContext, () => blank)
}

/** The bearer token: from the address, else the stored one (specification §6). */
export function accessToken(): string | null {
  return readHubContext().jwt || localStore.get(storageKeys.accessToken)
}

export function clearAccessToken(): void {
  delete globalThis.playhubJwt
  tabStore.remove(jwtKey)
  tabStore.remove(offeredJwtKey)
  localStore.remove(storageKeys.accessToken)
  localStore.remove(storageKeys.webAuthData)
}

/** A token from a URL while a login was in use. */
export const offeredToken = () => tabStore.get(offeredJwtKey)

export function useOfferedToken(): string | null {
  return useSyncExternalStore(subscribeToHubContext, offeredToken, () => null)
}

export function dropOfferedToken(): void {
  tabStore.remove(offeredJwtKey)
  emitter.emit()
}

/** Uses the offered token in this tab. @param isSamePlayer  Otherwise drops the other player's data. */
export function acceptOfferedToken({ isSamePlayer }: { isSamePlayer: boolean }): void {
  const token = offeredToken()
  if (!token) return
  tabStore.remove(offeredJwtKey)
  if (!isSamePlayer) clearAccessToken()
  tabStore.set(jwtKey, token)
  emitter.emit()
}

/**
 * Removes a refused token, if another one can take its place: a dead token in a link does not end a stored login.
 * @returns whether there is another token in use now.
 */
export function replaceRefusedToken(refused: string): boolean {
  if (accessToken() !== refused) return false
  const stored = localStore.get(storageKeys.accessToken)
  if (stored && stored !== refused) {
    delete globalThis.playhubJwt
    tabStore.remove(jwtKey)
    emitter.emit()
  } else acceptOfferedToken({ isSamePlayer: false })
  return accessToken() !== refused
}
