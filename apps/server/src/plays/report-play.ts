import type { PlayReport } from '@playhub/contract'
import { maxEventsPerMinute, maxEventValue, portalEvents } from '@playhub/contract/insights/limits'
import { type AdmitSource, countPlays, type Place, type PlayChange } from '../insights/index.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { dayIn } from '../platform/time-zone.ts'
import { addStarts } from './build-starts.ts'
import type { Deps } from './deps.ts'
import { recordGameErrors } from './game-errors.ts'
import type { Play, PlayIds } from './play-ids.ts'
import { lockSessions, updateSessions } from './session-store.ts'
import type { PlaySessionRow } from './tables.ts'

/** No play is longer. From then on its day's sum is final. */
export const maxPlayMs = DAY_MS

/** A report waiting to be written. */
export type PendingReport = {
  play: Play
  report: PlayReport
  network: string
  at: number
  /** Null when nothing is counted of the play. */
  place: Place | null
}

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
  { network, place }: Pick<PendingReport, 'network' | 'place'>,
): PendingReport {
  const play = readRunningPlay(deps, playIds, report.playId)
  const now = deps.clock.now()
  const ageMs = now - play.startedAt
  // Nobody plays longer than the play has lasted.
  const activeSeconds = Math.min(report.activeSeconds, Math.max(0, Math.floor(ageMs / SECOND_MS)))
  return { play, report: { ...report, activeSeconds }, network, at: now, place }
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

type WriteDeps = Pick<Deps, 'db' | 'addPlaySeconds' | 'countPlayer' | 'catalogue'> & {
  /** Limits per network, because anybody can send reports. */
  limits: PlayLimits
}

/** Each counts what it is asked about. @returns  false beyond the limit */
export type PlayLimits = {
  admitPlay(network: string): boolean
  /** A crash or an error. */
  admitFault(subject: string): boolean
  admitSource: AdmitSource
}

/**
 * Writes many reports at once. They may come twice and in any order. Each step locks its rows in one order, because hubs
 * locking the same ones in different orders deadlock, and one loses its reports.
 */
export async function writeReports(deps: WriteDeps, pending: PendingReport[]): Promise<void> {
  const { db } = deps
  const plays = sortByKey([...Map.groupBy(pending, ({ play }) => play.id)], ([id]) => id)
  await transact(db, async (tx) => {
    const begun = plays.flatMap(([, [first]]) => (first ? [toSession(first.play)] : []))
    const known = await lockSessions(tx, begun)
    const changes = plays.map(([id, reports]) => applyReports(deps, known.get(id), reports))
    await addToLibraries(tx, deps, changes)
    const counted = changes.flatMap((change) => (change.counted ? [change.counted] : []))
    await countPlays(tx, counted, deps.limits.admitSource)
    await updateSessions(
      tx,
      changes.map(({ after }) => after),
    )
  })
  // By itself: it takes long, and others wait for the day's figures.
  await transact(db, (tx) => recordFindings(tx, pending))
}

const toSession = (play: Play): PlaySessionRow => ({
  id: play.id,
  project: play.project,
  buildNumber: play.buildNumber,
  day: toDay(play.startedAt),
  startedAt: play.startedAt,
  isSignedIn: play.playerId === null ? 0 : 1,
  ...{ activeSeconds: 0, counting: 0, isNew: 0, hasLoaded: 0, hasCrashed: 0, hasFailed: 0 },
  ...{ shopOpens: 0, part: 0, events: 0 },
})

type Change = { play: Play; before: PlaySessionRow; after: PlaySessionRow; counted: PlayChange | null }

/** A play's time and findings only grow. */
function applyReports(deps: WriteDeps, known: PlaySessionRow | undefined, reports: PendingReport[]): Change {
  const [first] = reports
  if (!first) throw new Error('A play without a report')
  const before = known ?? toSession(first.play)
  const after = { ...before }
  const events: PlayChange['events'] = []
  const names = deps.catalogue.project(first.play.project)?.game.events ?? []
  const countedEvents: readonly string[] = [...portalEvents, ...names]
  let loadMs: number | null = null
  for (const { report, at } of sortByKey(reports, ({ report: { part = 0 } }) => part)) {
    after.activeSeconds = Math.max(after.activeSeconds, report.activeSeconds)
    after.shopOpens = Math.max(after.shopOpens, report.shopOpens ?? 0)
    const isFault = (flag: unknown, known: 0 | 1) =>
      known || (flag && deps.limits.admitFault(`${first.play.project} ${first.network}`) ? 1 : 0)
    after.hasCrashed = isFault(report.hasCrashed, after.hasCrashed)
    after.hasFailed = isFault(report.errors?.length, after.hasFailed)
    if (report.loadMs !== undefined && !after.hasLoaded) {
      after.hasLoaded = 1
      loadMs = report.loadMs
    }
    const { part = 0 } = report
    if (!report.events?.length || part <= after.part) continue
    after.part = part
    events.push(...takeEvents(after, report, at - first.play.startedAt, countedEvents))
  }
  const placed = reports.findLast(({ place, report }) => place && report.visit)
  if (placed && after.counting === 0) after.counting = deps.limits.admitPlay(placed.network) ? 1 : 2
  if (!placed?.place || !placed.report.visit || after.counting !== 1)
    return { play: first.play, before, after, counted: null }
  const { project, startedAt } = first.play
  const change = {
    ...{ project, before, after, loadMs, events, playerVisit: null },
    day: dayIn(deps.catalogue.content().hub.timeZone, startedAt),
    buildNumber: first.play.buildNumber ?? 0,
    network: placed.network,
    place: placed.place,
    visit: placed.report.visit,
  }
  return { play: first.play, before, after, counted: change }
}

/** Events beyond the limit of the play's time, and those that are not declared, are left out. */
function takeEvents(
  after: PlaySessionRow,
  { events = [] }: PlayReport,
  ageMs: number,
  names: readonly string[],
): PlayChange['events'] {
  const limit = maxEventsPerMinute * (Math.floor(ageMs / MINUTE_MS) + 1)
  return events.filter(({ name, count, sum }) => {
    const isTooMuch = after.events + count > limit || Math.abs(sum) > maxEventValue * count
    if (!names.includes(name) || isTooMuch) return false
    after.events += count
    return true
  })
}

/** The day in UTC. */
export const toDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** Days first: playing time tells a player from before. One pass, so rows are locked in one order. */
async function addToLibraries(
  tx: Db,
  { addPlaySeconds, countPlayer }: WriteDeps,
  changes: Change[],
): Promise<void> {
  for (const { play, before, after, counted } of sortByKey(changes, toPlayerKey)) {
    const { playerId, project } = play
    if (playerId === null) continue
    if (counted && before.counting === 0)
      counted.playerVisit = await countPlayer(tx, { playerId, project, day: counted.day })
    const seconds = after.activeSeconds - before.activeSeconds
    if (seconds > 0) await addPlaySeconds(tx, playerId, project, seconds)
  }
}

const toPlayerKey = ({ play: { playerId, project } }: Change) => `${playerId} ${project}`

/** A build's figures from its plays: loaded bytes and errors. */
async function recordFindings(tx: Db, pending: PendingReport[]): Promise<void> {
  const toBuild = ({ play }: PendingReport) => `${play.project} ${play.buildNumber ?? 0}`
  const builds = [...Map.groupBy(sortByKey(pending, toBuild), toBuild).values()]
  for (const reports of builds) {
    const [
      {
        play: { project, buildNumber },
      } = { play: { project: '', buildNumber: null } },
    ] = reports
    const bytes = reports.flatMap(({ report: { startBytes } }) => startBytes ?? [])
    if (buildNumber !== null && bytes.length > 0) await addStarts(tx, { project, buildNumber, bytes })
  }
  const errors = pending.flatMap(({ play: { project, buildNumber }, report, network }) =>
    report.errors?.length ? [{ project, buildNumber: buildNumber ?? 0, network, errors: report.errors }] : [],
  )
  if (errors.length > 0) await recordGameErrors(tx, errors, Math.max(...pending.map(({ at }) => at)))
}

function sortByKey<T>(items: T[], toKey: (item: T) => string | number): T[] {
  return items.toSorted((a, b) => Number(toKey(a) > toKey(b)) - Number(toKey(a) < toKey(b)))
}
