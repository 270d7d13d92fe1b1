import type { InitialConfig, SignedIn } from '@playhub/contract'
import { useSyncExternalStore } from 'react'
import { createEmitter } from '../browser/emitter.ts'
import { setPreferenceCookie } from '../browser/preference-cookie.ts'
import { localStore, storageKeys, tabStore } from '../browser/storage.ts'
import { languageOfPath } from '../language/language.ts'

type Source = 'web' | 'mobile'

/** What every part of the client shares (specification §3). */
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

/** The parameters an address may bring along (specification §2); they outlive it, because addresses move on. */
const contextParameters = ['session', 'source', 'locale', 'project'] as const
type ContextParameter = (typeof contextParameters)[number]

/** Where `take-token.ts` leaves what it took out of the address bar (it repeats the name, to stay tiny). Kept for the tab only, never longer. */
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

/** The token where storage is blocked: `boot.ts` then leaves it with the page itself. */
const handedOver = () => (globalThis as { playhubJwt?: string }).playhubJwt

const isSource = (value: string): value is Source => value === 'web' || value === 'mobile'

function remember(parameter: ContextParameter, value: string): void {
  const store = parameter === 'session' ? localStore : tabStore
  store.set(parameter, value)
}

function recall(parameter: ContextParameter): string {
  return (parameter === 'session' ? localStore : tabStore).get(parameter) ?? ''
}

/** Takes parameters from an address or a route; empty ones change nothing. */
export function saveContext(given: Partial<Record<ContextParameter | 'jwt', string | undefined>>): void {
  for (const parameter of contextParameters) {
    const value = given[parameter]
    if (value) remember(parameter, value)
  }
  if (given.jwt) tabStore.set(jwtKey, given.jwt)
}

/** Takes along what an address brings. The language of its path holds for the pages after it that name none. */
export function saveContextFromUrl({ pathname, searchParams }: URL): void {
  const query = contextParameters.map((name) => [name, searchParams.get(name) ?? undefined])
  const locale = searchParams.get('locale') ?? languageOfPath(pathname) ?? undefined
  saveContext({ ...Object.fromEntries(query), locale })
}

/** The hub session has ended; calls no longer name it. */
export function clearHubSession(): void {
  localStore.remove(storageKeys.session)
}

/** Keeps a language the reader chose, over one that an address brought along before. */
export function saveLanguage(language: string): void {
  localStore.set(storageKeys.language, language)
  setPreferenceCookie(storageKeys.language, language)
  saveContext({ locale: language })
}

/** The shared context as of now: the address is read on every call. */
export function readHubContext(): HubContext {
  const query = new URLSearchParams(globalThis.location?.search)
  const read = (parameter: ContextParameter) => query.get(parameter) ?? recall(parameter)
  const source = read('source')
  const fresh: HubContext = {
    ...current,
    session: read('session'),
    source: isSource(source) ? source : 'web',
    locale: read('locale'),
    project: read('project'),
    jwt: query.get('jwt') ?? tabStore.get(jwtKey) ?? handedOver() ?? '',
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

/** The bearer token: the address's first, else the stored one (specification §6). */
export function accessToken(): string | null {
  return readHubContext().jwt || localStore.get(storageKeys.accessToken)
}

export function clearAccessToken(): void {
  delete (globalThis as { playhubJwt?: string }).playhubJwt
  tabStore.remove(jwtKey)
  localStore.remove(storageKeys.accessToken)
  localStore.remove(storageKeys.webAuthData)
}
