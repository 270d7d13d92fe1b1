import type { PlayReport } from '@playhub/contract'
import { DAY_MS, SECOND_MS } from '../platform/clock.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { addStart } from './build-starts.ts'
import type { Deps } from './deps.ts'
import { recordGameErrors } from './game-errors.ts'
import type { Play, PlayIds } from './play-ids.ts'
import { listActiveSeconds, upsertSessions } from './session-store.ts'
import type { PlaySessionRow } from './tables.ts'

/** No play is longer. From then on its day's sum is final. */
export const maxPlayMs = DAY_MS

/** A report waiting to be written. */
export type PendingReport = { play: Play; report: PlayReport; network: string; at: number }

/** @throws Refusal PLAY_NOT_FOUND when the hub has not begun the play, or more than a day ago */
export function readRunningPlay({ clock }: Pick<Deps, 'clock'>, playIds: PlayIds, playId: string): Play {
  const play = playIds.read(playId)
  if (clock.now() - play.startedAt > maxPlayMs) throw new Refusal('PLAY_NOT_FOUND')
  return play
}

/**
 * Checks a report of the player's page.
 * @throws Refusal PLAY_NOT_FOUND when the hub has not begun the play, or more than a day ago
 */
export function readReport(
  deps: Pick<Deps, 'clock'>,
  playIds: PlayIds,
  report: PlayReport,
  network: string,
): PendingReport {
  const play = readRunningPlay(deps, playIds, report.playId)
  const now = deps.clock.now()
  const ageMs = now - play.startedAt
  // Nobody plays longer than the play has lasted.
  const activeSeconds = Math.min(report.activeSeconds, Math.max(0, Math.floor(ageMs / SECOND_MS)))
  return { play, report: { ...report, activeSeconds }, network, at: now }
}

/** Removes the player's name from errors: they are kept without identity, and outlive the account. */
export async function hidePlayer(
  { findAccount }: Pick<Deps, 'findAccount'>,
  pending: PendingReport,
): Promise<PendingReport> {
  const { play, report } = pending
  if (!report.errors?.length || play.playerId === null) return pending
  const name = (await findAccount(play.playerId))?.nickName ?? ''
  if (name.length < shortestName) return pending
  const errors = report.errors.map(({ message, count }) => ({
    message: message.replaceAll(name, '•••'),
    count,
  }))
  return { ...pending, report: { ...report, errors } }
}

/** A shorter one is part of other words. */
const shortestName = 3

/**
 * Writes many reports at once. A play's time only grows, so reports may come twice and in any order. Each step locks
 * its rows in one order, because hubs locking the same ones in different orders deadlock, and one loses its reports.
 */
export async function writeReports(
  { db, addPlaySeconds }: Pick<Deps, 'db' | 'addPlaySeconds'>,
  pending: PendingReport[],
): Promise<void> {
  const sessions = new Map<string, PlaySessionRow>()
  const players = new Map<string, string>()
  for (const { play, report } of pending) {
    const known = sessions.get(play.id)
    sessions.set(play.id, toSession(play, Math.max(known?.activeSeconds ?? 0, report.activeSeconds)))
    if (play.playerId) players.set(play.id, play.playerId)
  }
  const sorted = sortByKey([...sessions.values()], ({ id }) => id)
  await transact(db, async (tx) => {
    await addToLibraries(tx, addPlaySeconds, sorted, players)
    await upsertSessions(tx, sorted)
    await recordFindings(tx, pending)
  })
}

const toSession = (play: Play, activeSeconds: number): PlaySessionRow => ({
  id: play.id,
  project: play.project,
  buildNumber: play.buildNumber,
  day: toDay(play.startedAt),
  startedAt: play.startedAt,
  activeSeconds,
  isSignedIn: play.playerId === null ? 0 : 1,
})

/** The day in UTC. */
export const toDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

async function addToLibraries(
  tx: Db,
  addPlaySeconds: Deps['addPlaySeconds'],
  sessions: PlaySessionRow[],
  players: Map<string, string>,
): Promise<void> {
  const known = await listActiveSeconds(tx, [...players.keys()])
  const added = sessions.flatMap(({ id, project, activeSeconds }) => {
    const playerId = players.get(id)
    const seconds = activeSeconds - (known.get(id) ?? 0)
    return playerId && seconds > 0 ? [{ playerId, project, seconds }] : []
  })
  for (const { playerId, project, seconds } of sortByKey(added, (each) => `${each.playerId} ${each.project}`))
    await addPlaySeconds(tx, playerId, project, seconds)
}

/** A build's figures from its plays: loaded bytes and errors. */
async function recordFindings(tx: Db, pending: PendingReport[]): Promise<void> {
  const toBuild = ({ play }: PendingReport) => `${play.project} ${play.buildNumber ?? 0}`
  const builds = [...Map.groupBy(sortByKey(pending, toBuild), toBuild).values()]
  for (const reports of builds)
    for (const { play, report } of reports) {
      const { project, buildNumber } = play
      if (report.startBytes && buildNumber !== null)
        await addStart(tx, { project, buildNumber, bytes: report.startBytes })
    }
  const errors = pending.flatMap(({ play: { project, buildNumber }, report, network }) =>
    report.errors?.length ? [{ project, buildNumber: buildNumber ?? 0, network, errors: report.errors }] : [],
  )
  if (errors.length > 0) await recordGameErrors(tx, errors, Math.max(...pending.map(({ at }) => at)))
}

function sortByKey<T>(items: T[], toKey: (item: T) => string): T[] {
  return items.toSorted((a, b) => Number(toKey(a) > toKey(b)) - Number(toKey(a) < toKey(b)))
}
