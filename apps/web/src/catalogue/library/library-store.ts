import type { ShelfGame } from '@playhub/contract'
import { call } from '../../lib/api/api.ts'
import { createEmitter } from '../../lib/browser/emitter.ts'
import { localStore } from '../../lib/browser/storage.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts } from '../../lib/language/texts.ts'
import { currentPlayer } from '../../lib/player/player.ts'
import { withFavourite, withPlayed } from './library-rules.ts'

/**
 * A player's shelf in this browser: a guest's own one, or what the server last told of an account's. It shows at once,
 * and the server is asked afterwards.
 */
type Kept = { owner: string; games: ShelfGame[] }

const KEY = 'shelf'
const guest = ''
const nobodys: Kept = { owner: guest, games: [] }
const emitter = createEmitter()
let known: { stored: string | null; kept: Kept } = { stored: null, kept: nobodys }
/** How many changes an account has been told of. */
let changes = 0
let bringing: { owner: string; done: Promise<void> } | null = null

export const subscribeToShelf = emitter.subscribe

/** The shelf of whoever is here; the same array until something changes. What a guest kept stays with who signs in. */
export function currentShelf(): ShelfGame[] {
  const kept = read()
  return kept.owner === guest || kept.owner === ownerNow() ? kept.games : nobodys.games
}

/** An empty string for a guest, null for a player of whom only a token is known yet. */
function ownerNow(): string | null {
  const player = currentPlayer()
  if (player.kind === 'guest') return guest
  return player.userId || null
}

function read(): Kept {
  const stored = localStore.get(KEY)
  if (known.stored !== stored) known = { stored, kept: parse(stored) }
  return known.kept
}

function parse(stored: string | null): Kept {
  try {
    const kept = JSON.parse(stored ?? '') as Partial<Kept>
    return Array.isArray(kept.games) ? { owner: String(kept.owner ?? guest), games: kept.games } : nobodys
  } catch {
    return nobodys
  }
}

function keep(owner: string, games: ShelfGame[]): void {
  localStore.set(KEY, JSON.stringify({ owner, games } satisfies Kept))
  emitter.emit()
}

/**
 * Gives a guest's shelf to the account that was signed in to, and takes the account's; once for each sign-in. An
 * account's shelf does not stay for the next guest.
 */
export async function bringShelfHome(): Promise<void> {
  const owner = ownerNow()
  if (owner === null) return
  if (owner === guest) {
    bringing = null
    if (read().owner !== guest) keep(guest, [])
    return
  }
  if (bringing?.owner !== owner) bringing = { owner, done: exchange(owner) }
  const mine = bringing
  await mine.done.catch(() => {
    if (bringing === mine) bringing = null
  })
}

async function exchange(owner: string): Promise<void> {
  const kept = read()
  const isGuests = kept.owner === guest && kept.games.length > 0
  adopt(
    owner,
    await (isGuests ? call('POST /me/shelf/merge', { body: { games: kept.games } }) : call('GET /me/shelf')),
  )
}

function adopt(owner: string, answer: { data: { result: ShelfGame[] } }): void {
  if (ownerNow() === owner) keep(owner, answer.data.result)
}

/** Shows the mark at once; takes it back with a word when the server did not take it. */
export async function setFavourite(project: string, isFavourite: boolean): Promise<void> {
  const change = () => withFavourite(currentShelf(), project, isFavourite, Date.now())
  const isTaken = await tell(change, () =>
    call('POST /me/shelf/favourite', { body: { project, isFavourite } }),
  )
  if (isTaken) return
  keep(visibleOwner(), withFavourite(currentShelf(), project, !isFavourite, Date.now()))
  toast.error(browserTexts().t('catalogue:shelf.failed'), 'shelf')
}

/** Notes that a game was opened. Nobody waits for it, and a server that does not answer loses one line. */
export async function notePlayed(project: string): Promise<void> {
  await tell(
    () => withPlayed(currentShelf(), project, Date.now()),
    () => call('POST /me/shelf/played', { body: { project } }),
  )
}

/** @returns false when the server was told and did not take it. */
async function tell(
  change: () => ShelfGame[],
  ask: () => Promise<{ data: { result: ShelfGame[] } }>,
): Promise<boolean> {
  keep(visibleOwner(), change())
  const owner = ownerNow()
  if (!owner) return true
  const ours = ++changes
  await bringShelfHome()
  try {
    const answer = await ask()
    // An answer to an earlier change knows nothing of a later one.
    if (ours === changes) adopt(owner, answer)
    return true
  } catch {
    return false
  }
}

/** Until the account has taken a guest's shelf over, it is the guest's. */
function visibleOwner(): string {
  const { owner } = read()
  const now = ownerNow() ?? guest
  return owner === guest ? guest : now
}
