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
    /** When the account will be deleted, if the player has asked for it. */
    deletionAt: number | null
  }
export type CurrentPlayer = Guest | SignedInPlayer

const guest: Guest = { kind: 'guest' }
const emitter = createEmitter()
let known: { stored: string | null; token: string | null; player: CurrentPlayer } | null = null

/** Who uses this browser now. The same object until something changes. */
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

/** Keeps a finished sign-in and tells every part of the page. */
export function signIn(data: SignedIn): void {
  clearAccessToken()
  localStore.set(storageKeys.accessToken, data.jwt)
  localStore.set(storageKeys.webAuthData, JSON.stringify(data))
  if (data.session) localStore.set(storageKeys.session, data.session)
  updateHubContext({ userAuthData: data })
  emitter.emit()
  refreshPlayer().catch(() => undefined)
}

/** Forgets the login in this browser; the server is told by `signOut`. */
export function clearPlayer(): void {
  clearAccessToken()
  // Set by the boot module, so that a page from the cache hides its guest's button until it is awake.
  delete document.documentElement.dataset.signedIn
  updateHubContext({ userAuthData: null })
  emitter.emit()
}

/** Ends the login session here and on the server. A server that does not answer keeps nobody signed in here. */
export async function signOut(): Promise<void> {
  if (isSignedIn()) await call('POST /auth/logout').catch(() => undefined)
  clearPlayer()
}

/** Asks who the token belongs to: one that came by URL does not tell, and a sign-in tells only a part. */
export async function refreshPlayer(): Promise<void> {
  if (!isSignedIn()) return
  const asked = accessToken()
  const me = (await call('GET /me')).data.result
  if (accessToken() === asked) updatePlayer(me)
}

/** Takes over what the server has just told about the player. */
export function updatePlayer({ userId, nickName, currentAuthType, deletionAt }: Me): void {
  const player = currentPlayer()
  if (player.kind === 'guest') return
  const data = { currentAuthType, nickName, userId, jwt: player.jwt, session: player.session, deletionAt }
  localStore.set(storageKeys.webAuthData, JSON.stringify(data))
  updateHubContext({ userAuthData: data })
  emitter.emit()
}

/** The current player; a guest while the page is still the server's. */
export function usePlayer(): CurrentPlayer {
  return useSyncExternalStore(emitter.subscribe, currentPlayer, () => guest)
}

/** For pages of players only: a guest is sent home (specification §2). */
export function requirePlayer(): void {
  if (!isSignedIn()) throw redirect('/')
}

/** For sign-in pages: who is signed in already is sent home. */
export function requireGuest(): void {
  if (isSignedIn()) throw redirect('/')
}
