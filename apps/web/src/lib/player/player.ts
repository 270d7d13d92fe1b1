import type { LoggedIn, Me } from '@playhub/contract'
import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'
import { redirect } from 'react-router'
import { call } from '../api/api.ts'
import { localStore, storageKeys } from '../browser/storage.ts'
import {
  accessToken,
  clearAccessToken,
  subscribeToHubContext,
  updateHubContext,
} from '../context/hub-context.ts'
import { isInForeignFrame } from '../embedding/embedding.ts'

type Guest = { kind: 'guest' }
export type LoggedInPlayer = { kind: 'player' } & Omit<LoggedIn, 'currentAuthType'> & {
    currentAuthType: string
    /** When the account will be deleted, if deletion is requested. */
    deletionAt: number | null
  }
export type CurrentPlayer = Guest | LoggedInPlayer

const guest: Guest = { kind: 'guest' }
const emitter = createEmitter()
subscribeToHubContext(emitter.emit)
let known: { stored: string | null; token: string | null; player: CurrentPlayer } | null = null

/** The player or guest in this browser. Returns the same object until something changes. */
export function currentPlayer(): CurrentPlayer {
  const token = accessToken()
  const stored = localStore.get(storageKeys.webAuthData)
  if (!known || known.token !== token || known.stored !== stored) {
    known = { token, stored, player: read(token, stored) }
  }
  return known.player
}

/** The player always belongs to the token in use: details stored with another may be another player's. */
function read(token: string | null, stored: string | null): CurrentPlayer {
  if (!token) return guest
  const blank = { userId: '', nickName: '', currentAuthType: '', session: '', deletionAt: null }
  const details = parseDetails(stored)
  return { kind: 'player', ...blank, ...(details?.jwt === token && details), jwt: token }
}

function parseDetails(stored: string | null): Partial<LoggedIn> | null {
  try {
    return JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
}

export function isLoggedIn(): boolean {
  return currentPlayer().kind === 'player'
}

/** Stores a finished login and updates the page. */
export function storeLogin(data: LoggedIn): void {
  clearAccessToken()
  // Details first: other tabs follow the token, and by then they need to know whose it is.
  localStore.set(storageKeys.webAuthData, JSON.stringify(data))
  localStore.set(storageKeys.accessToken, data.jwt)
  if (data.session) localStore.set(storageKeys.session, data.session)
  updateHubContext({ userAuthData: data })
  publish()
  refreshPlayer().catch(() => undefined)
}

/** Updates the page when its login turns out to have ended. */
export function recheckPlayer(): void {
  if (!isLoggedIn()) showGuest()
  emitter.emit()
}

/** Removes the login from this browser only; `signOut` also ends it on the server. */
export function clearPlayer(): void {
  clearAccessToken()
  showGuest()
  publish()
}

function showGuest(): void {
  // `take-token.ts` sets it to hide the login button on a cached page until hydration.
  delete document.documentElement.dataset.loggedIn
  updateHubContext({ userAuthData: null })
}

/**
 * Updates the page when this browser logs in or out in another tab.
 * @param onChange  Called when this tab has another player afterwards.
 */
export function followOtherTabs(onChange: () => void): void {
  publish()
  window.addEventListener('storage', ({ key }) => {
    // The key is null when the whole storage is cleared.
    const isLogin = key === null || key === storageKeys.accessToken || key === storageKeys.webAuthData
    if (!isLogin) return
    const before = published
    publish()
    if (published === before) return
    if (!isLoggedIn()) showGuest()
    onChange()
  })
}

/** The page's player id; null for a guest. */
let published: string | null = null

/** Updates every player-dependent part of the page. */
function publish(): void {
  const player = currentPlayer()
  published = player.kind === 'player' ? player.userId : null
  emitter.emit()
}

/** Ends the login session here and on the server; here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  if (isLoggedIn()) await call('POST /auth/logout').catch(() => undefined)
  clearPlayer()
}

/** Loads the player's details: a token from the URL comes without them, and a login response has only some. */
export async function refreshPlayer(): Promise<void> {
  if (!isLoggedIn()) return
  const token = accessToken()
  const me = (await call('GET /me')).data.result
  if (accessToken() === token) updatePlayer(me)
}

/** The current player with their details, which a token from a URL comes without. */
export async function knownPlayer(): Promise<CurrentPlayer> {
  const player = currentPlayer()
  if (player.kind === 'player' && player.userId === '') await refreshPlayer().catch(() => undefined)
  return currentPlayer()
}

/** Stores the player's details after a server response. */
export function updatePlayer({ userId, nickName, currentAuthType, deletionAt }: Me): void {
  const player = currentPlayer()
  if (player.kind === 'guest') return
  const data = { currentAuthType, nickName, userId, jwt: player.jwt, session: player.session, deletionAt }
  localStore.set(storageKeys.webAuthData, JSON.stringify(data))
  updateHubContext({ userAuthData: data })
  publish()
}

/** The current player; a guest until hydration. */
export function usePlayer(): CurrentPlayer {
  return useSyncExternalStore(emitter.subscribe, currentPlayer, () => guest)
}

/** Loader guard: sends guests to the home page (specification §2), and everybody in another site's frame. */
export function requirePlayer(): void {
  if (!isLoggedIn() || isInForeignFrame()) throw redirect('/')
}

/** Loader guard for login pages: redirects a logged-in player to the home page. */
export function requireGuest(): void {
  if (isLoggedIn()) throw redirect('/')
}
