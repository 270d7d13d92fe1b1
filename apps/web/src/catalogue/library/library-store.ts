import type { LibraryGame } from '@playhub/contract'
import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../lib/api/api.ts'
import { localStore } from '../../lib/browser/storage.ts'
import { showToast } from '../../lib/feedback/show-toast.ts'
import { currentPlayer, usePlayer } from '../../lib/player/player.ts'
import { withFavourite, withPlayed } from './library-rules.ts'

/** This browser's library: a guest's own, or a copy of an account's. It is shown at once and synced later. */
type StoredLibrary = { owner: string; games: LibraryGame[] }
type LibraryResponse = { data: { result: LibraryGame[] } }

const KEY = 'library'
/** A guest library's owner; an account's owner is its user id. */
const GUEST = ''
const empty: StoredLibrary = { owner: GUEST, games: [] }
const emitter = createEmitter()
let cache: { stored: string | null; library: StoredLibrary } = { stored: null, library: empty }
let changeCount = 0
let sync: { owner: string; done: Promise<void> } | null = null

/** The player's favourites and played games; empty until the page has hydrated. */
export function useLibrary(): LibraryGame[] {
  usePlayer()
  return useSyncExternalStore(emitter.subscribe, currentLibrary, () => empty.games)
}

/** Synchronises the library whenever somebody logs in or out. */
export function useLibrarySync(): void {
  const player = usePlayer()
  const owner = player.kind === 'player' ? player.userId : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: another owner has another library
  useEffect(() => void syncLibrary(), [owner])
}

/** Returns the same array until something changes. A guest's games stay visible after login. */
export function currentLibrary(): LibraryGame[] {
  const { owner, games } = read()
  return owner === GUEST || owner === currentOwner() ? games : empty.games
}

/** @returns null while only the player's token is known. */
function currentOwner(): string | null {
  const player = currentPlayer()
  if (player.kind === 'guest') return GUEST
  return player.userId || null
}

function read(): StoredLibrary {
  const stored = localStore.get(KEY)
  if (cache.stored !== stored) cache = { stored, library: parse(stored) }
  return cache.library
}

function parse(stored: string | null): StoredLibrary {
  try {
    const library: Partial<StoredLibrary> = JSON.parse(stored ?? '')
    return Array.isArray(library.games)
      ? { owner: String(library.owner ?? GUEST), games: library.games }
      : empty
  } catch {
    return empty
  }
}

function save(owner: string, games: LibraryGame[]): void {
  localStore.set(KEY, JSON.stringify({ owner, games } satisfies StoredLibrary))
  emitter.emit()
}

/**
 * Merges a guest's library into the account and loads the account's, once per login. After sign-out the account's
 * library is removed from the browser.
 */
async function syncLibrary(): Promise<void> {
  const owner = currentOwner()
  if (owner === null) return
  if (owner === GUEST) {
    sync = null
    if (read().owner !== GUEST) save(GUEST, [])
    return
  }
  if (sync?.owner !== owner) sync = { owner, done: mergeOrLoad(owner) }
  const ours = sync
  await ours.done.catch(() => {
    if (sync === ours) sync = null
  })
}

async function mergeOrLoad(owner: string): Promise<void> {
  const { owner: storedOwner, games } = read()
  const mustMerge = storedOwner === GUEST && games.length > 0
  saveResponse(
    owner,
    await (mustMerge ? call('POST /me/library/merge', { body: { games } }) : call('GET /me/library')),
  )
}

function saveResponse(owner: string, response: LibraryResponse): void {
  if (currentOwner() === owner) save(owner, response.data.result)
}

/** Updates the button at once; reverts it and shows a toast when the server fails. */
export async function setFavourite(project: string, isFavourite: boolean): Promise<void> {
  const isSaved = await update(
    (library) => withFavourite(library, project, isFavourite, Date.now()),
    () => call('POST /me/library/favourite', { body: { project, isFavourite } }),
  )
  if (isSaved) return
  save(visibleOwner(), withFavourite(currentLibrary(), project, !isFavourite, Date.now()))
  void showToast('error', (t) => t('catalogue:library.failed'), 'FAVOURITE_FAILED')
}

/** Records a game's opening. A failed request is ignored: it only loses one entry. */
export async function recordPlayed(project: string): Promise<void> {
  await update(
    (library) => withPlayed(library, project, Date.now()),
    () => call('POST /me/library/played', { body: { project } }),
  )
}

/** Changes the local copy, then the account's. @returns false when the request failed. */
async function update(
  change: (library: LibraryGame[]) => LibraryGame[],
  send: () => Promise<LibraryResponse>,
): Promise<boolean> {
  changeLocally(change)
  const owner = currentOwner()
  if (!owner) return true
  const ours = ++changeCount
  await syncLibrary()
  try {
    const response = await send()
    // The response to an earlier change lacks the later ones.
    if (ours === changeCount) saveResponse(owner, response)
    return true
  } catch {
    return false
  }
}

export function changeLocally(change: (library: LibraryGame[]) => LibraryGame[]): void {
  save(visibleOwner(), change(currentLibrary()))
}

/** The library stays the guest's until it is merged into the account. */
function visibleOwner(): string {
  return read().owner === GUEST ? GUEST : (currentOwner() ?? GUEST)
}
