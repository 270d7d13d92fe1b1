import type { Me, SignedIn } from '@playhub/contract'
import { useSyncExternalStore } from 'react'
import { redirect } from 'react-router'
import { call } from '../api/api.ts'
import { createEmitter } from '../browser/emitter.ts'
import { localStore, storageKeys } from '../browser/storage.ts'
import { accessToken, clearAccessToken, updateHubContext } from '../context/hub-context.ts'

type Guest = { kind: 'guest' }
export type SignedInPlayer = { kind: 'player' } & Omit<SignedIn, 'currentAuthType'> & {
    currentAuthType: string
    /** When the account will be deleted, if deletion is requested. */
    deletionAt: number | null
  }
export type CurrentPlayer = Guest | SignedInPlayer

const guest: Guest = { kind: 'guest' }
const emitter = createEmitter()
let known: { stored: string | null; token: string | null; player: CurrentPlayer } | null = null

/** The player or guest of this browser. Returns the same object until something changes. */
export function currentPlayer(): CurrentPlayer {
  const token = accessToken()
  const stored = localStore.get(storageKeys.webAuthData)
  if (!known || known.token !== token || known.stored !== stored) {
    known = { token, stored, player: read(token, stored) }
  }
  return known.player
}

function read(token: string | null, stored: string | null): CurrentPlayer {
  if (!token) return guest
  const blank = { userId: '', nickName: '', currentAuthType: '', session: '', deletionAt: null }
  try {
    return { kind: 'player', ...blank, ...(JSON.parse(stored ?? '{}') as Partial<SignedIn>), jwt: token }
  } catch {
    return { kind: 'player', ...blank, jwt: token }
  }
}

export function isSignedIn(): boolean {
  return currentPlayer().kind === 'player'
}

/** Stores a finished sign-in and updates the page. */
export function signIn(data: SignedIn): void {
  clearAccessToken()
  localStore.set(storageKeys.accessToken, data.jwt)
  localStore.set(storageKeys.webAuthData, JSON.stringify(data))
  if (data.session) localStore.set(storageKeys.session, data.session)
  updateHubContext({ userAuthData: data })
  emitter.emit()
  refreshPlayer().catch(() => undefined)
}

/** Removes the login from this browser only; `signOut` also ends it on the server. */
export function clearPlayer(): void {
  clearAccessToken()
  // `take-token.ts` sets it to hide the sign-in button of a cached page until hydration.
  delete document.documentElement.dataset.signedIn
  updateHubContext({ userAuthData: null })
  emitter.emit()
}

/** Ends the login session here and on the server; here even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  if (isSignedIn()) await call('POST /auth/logout').catch(() => undefined)
  clearPlayer()
}

/** Loads the player's details: a token from the URL comes without them, and a sign-in response has only some. */
export async function refreshPlayer(): Promise<void> {
  if (!isSignedIn()) return
  const token = accessToken()
  const me = (await call('GET /me')).data.result
  if (accessToken() === token) updatePlayer(me)
}

/** Stores the player's details after a response of the server. */
export function updatePlayer({ userId, nickName, currentAuthType, deletionAt }: Me): void {
  const player = currentPlayer()
  if (player.kind === 'guest') return
  const data = { currentAuthType, nickName, userId, jwt: player.jwt, session: player.session, deletionAt }
  localStore.set(storageKeys.webAuthData, JSON.stringify(data))
  updateHubContext({ userAuthData: data })
  emitter.emit()
}

/** The current player; a guest until hydration. */
export function usePlayer(): CurrentPlayer {
  return useSyncExternalStore(emitter.subscribe, currentPlayer, () => guest)
}

/** Loader guard: redirects a guest to the home page (specification §2). */
export function requirePlayer(): void {
  if (!isSignedIn()) throw redirect('/')
}

/** Loader guard of sign-in pages: redirects a signed-in player to the home page. */
export function requireGuest(): void {
  if (isSignedIn()) throw redirect('/')
}
