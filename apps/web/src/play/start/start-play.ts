import type { StartedPlay } from '@playhub/contract'
import type { Player, StartData } from '@playhub/contract/bridge'
import { startDataPrefix } from '@playhub/contract/bridge-protocol'
import { call } from '../../lib/api/api.ts'

/** A game that waits longer for its start data opens without. */
const START_TIMEOUT_MS = 1_500

/** A start that was not taken soon belongs to a visit that has ended. */
const PREPARED_MS = 10_000

let prepared: { project: string; at: number; start: Promise<StartedPlay | null> } | null = null

/** Asks for the start data while the page still loads the rest. */
export function preparePlay(project: string): void {
  if (findPrepared(project)) return
  prepared = { project, at: performance.now(), start: requestStart(project) }
}

/** The prepared play, once; else a new one. Null when the hub does not answer in time or refuses. */
export function takePlay(project: string): Promise<StartedPlay | null> {
  const taken = findPrepared(project)
  prepared = null
  return taken ?? requestStart(project)
}

function findPrepared(project: string): Promise<StartedPlay | null> | null {
  const isFresh = prepared?.project === project && performance.now() - prepared.at < PREPARED_MS
  return isFresh ? (prepared?.start ?? null) : null
}

async function requestStart(project: string): Promise<StartedPlay | null> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS)
  try {
    return (await call('POST /play/start', { body: { project } }, { signal })).data.result
  } catch {
    return null
  }
}

/** What the page adds to the start data. */
type PageKnowledge = {
  player: Player
  language: string
  search: string
  saves: Pick<StartData, 'saves' | 'conflicts'>
}

/** The name of the frame, which its first script reads and clears. */
export function toFrameName(
  { startData }: StartedPlay,
  { player, language, search, saves }: PageKnowledge,
): string {
  const launchParams = readLaunchParams(search)
  // A game whose saves are not known must not begin without them: it keeps its own storage this time.
  const isStorageSaved = startData.isStorageSaved && saves.saves !== undefined
  const data: StartData = { ...startData, player, language, launchParams, isStorageSaved, ...saves }
  return startDataPrefix + JSON.stringify(data)
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
