import type { StartedPlay } from '@playhub/contract'
import type { Capability, Player, StartData } from '@playhub/contract/bridge'
import { startDataPrefix } from '@playhub/contract/bridge-protocol'
import type { GuestVisit } from '@playhub/contract/insights/visit'
import { call } from '../../lib/api/api.ts'
import { type CollectedMessages, collectTabMessages } from '../saves/other-tabs.ts'
import { mayCount } from './may-count.ts'

/** After this, a game opens without start data: one without the SDK does not have what its last page has left. */
const START_TIMEOUT_MS = 10_000

/** A start unused for this long belongs to an ended visit. */
const PREPARED_MS = 10_000

/** A play that the page has begun. */
export interface RunningPlay extends StartedPlay {
  /** By `performance.now()`. */
  openedAt: number
  /** Null when nothing is counted. */
  visit: GuestVisit | null
}

interface PreparedPlay {
  /** By `performance.now()`. */
  at: number
  /** Null when the hub does not answer in time or refuses. */
  start: Promise<StartedPlay | null>
  /** Other tabs' saves since then. */
  collected: CollectedMessages
}

let prepared: (PreparedPlay & { project: string }) | null = null

/** Asks for the start data while the page still loads the rest. */
export function preparePlay(project: string): void {
  prepared = findPrepared(project) ?? { project, ...begin(project) }
}

/** The prepared play, once; else a new one. */
export function takePlay(project: string): PreparedPlay {
  const taken = findPrepared(project)
  prepared = null
  return taken ?? begin(project)
}

function findPrepared(project: string): typeof prepared {
  const isFresh = prepared?.project === project && performance.now() - prepared.at < PREPARED_MS
  if (isFresh) return prepared
  prepared?.collected.take()
  return null
}

function begin(project: string): PreparedPlay {
  // Before the request, whose data do not have what another tab saves from here on.
  const collected = collectTabMessages()
  return { at: performance.now(), collected, start: requestStart(project) }
}

async function requestStart(project: string): Promise<StartedPlay | null> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  try {
    const play = (await call('POST /play/start', { body: { project } }, { signal })).data.result
    return mayCount() ? play : { ...play, counting: null }
  } catch {
    return null
  }
}

/** The page's additions to the start data. */
type PageKnowledge = {
  player: Player
  language: string
  search: string
  saves: Pick<StartData, 'saves' | 'conflicts' | 'purchased'>
}

/** The name of the frame, which its first script reads and clears. */
export function toFrameName(play: StartedPlay, { player, language, search, saves }: PageKnowledge): string {
  const { startData } = play
  const capabilities = listCapabilities(play)
  const launchParams = readLaunchParams(search)
  // A game whose saves are not known must not begin without them: it keeps its own storage this time.
  const isStorageSaved = startData.isStorageSaved && saves.saves !== undefined
  const known = { player, language, capabilities, launchParams, isStorageSaved }
  const data: StartData = { ...startData, ...known, ...saves }
  return startDataPrefix + JSON.stringify(data)
}

/** Only the browser knows whether its player lets events be counted. */
export function listCapabilities({ startData, counting }: StartedPlay): Capability[] {
  return counting ? [...startData.capabilities, 'insights'] : startData.capabilities
}

/** The URL of a game's page with launch parameters for the game. */
export function toLaunchUrl(path: string, launchParams: Record<string, string>): string {
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(launchParams)) url.searchParams.set(launchPrefix + name, value)
  return url.href
}

const launchPrefix = 'launch.'
const maxLaunchParams = 16
const maxLaunchValue = 200

/** `?launch.level=3` is `{ level: '3' }`. */
export function readLaunchParams(search: string): Record<string, string> {
  const named = [...new URLSearchParams(search)].flatMap(([key, value]) => {
    const name = key.startsWith(launchPrefix) ? key.slice(launchPrefix.length) : ''
    return /^[\w-]{1,32}$/.test(name) && name !== '__proto__' ? [[name, value.slice(0, maxLaunchValue)]] : []
  })
  return Object.fromEntries(named.slice(0, maxLaunchParams))
}

/** Start data holds who plays, so it goes to the project's own pages only. */
export function mayReceiveStartData(
  { frameUrl, isHosted }: StartedPlay,
  origins: readonly string[],
): boolean {
  return isHosted || origins.includes(new URL(frameUrl, location.origin).origin)
}
