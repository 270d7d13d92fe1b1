import { createHash } from 'node:crypto'
import { type Build, type BuildError, maxGameErrorLength } from '@playhub/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { addToCounters } from '../platform/limits/counter-store.ts'
import { hideNumbers } from '../platform/personal-data/personal-text.ts'
import type { GameErrorRow } from './tables.ts'

/** More different messages say nothing new, and a game may put a random number into each. */
const maxErrorsPerBuild = 100
/** Between two clean-ups. Made-up errors of a few networks leave room for real ones. */
const maxStoredPerBuild = 1000
/** Per network and day: anybody can report what they like. */
const maxNewErrors = 10
const maxReportedErrors = 500
/** Per report: an error in a loop is no worse than one met by many players. */
const maxCount = 10

export type ReportedErrors = {
  project: string
  /** 0 for a game at an address of its own. */
  buildNumber: number
  /** The client, as limits count it. */
  network: string
  errors: { message: string; count: number }[]
}

/** Counts games' errors by message. Limits are counted first, and rows locked in the order of every hub. */
export async function recordGameErrors(tx: Db, reports: ReportedErrors[], now: number): Promise<void> {
  const known = new Map<string, Set<string>>()
  const rows: (GameErrorRow & { network: string })[] = []
  for (const { project, buildNumber, network, errors } of reports) {
    const build = `${project} ${buildNumber}`
    if (!known.has(build)) {
      const stored = await listGameErrors(tx, project, buildNumber, maxStoredPerBuild)
      known.set(build, new Set(stored.map(({ hash }) => hash)))
    }
    for (const { message: reported, count } of errors) {
      const message = cleanMessage(reported)
      const hash = createHash('sha256').update(message).digest('hex').slice(0, 32)
      const counted = { count: Math.min(count, maxCount), firstAt: now, lastAt: now }
      rows.push({ project, buildNumber, hash, message, ...counted, network })
    }
  }
  const allowed = await countAllowed(tx, rows, known, now)
  for (const row of sumByMessage(allowed)) await upsertGameError(tx, row)
}

/** Leaves out a network's reports beyond its limits, and new errors of a full build. */
async function countAllowed<Row extends GameErrorRow & { network: string }>(
  tx: Db,
  rows: Row[],
  known: Map<string, Set<string>>,
  now: number,
): Promise<Row[]> {
  const day = new Date(now).toISOString().slice(0, 10)
  const toSubject = ({ project, network }: Row) => `game errors of ${project} from ${network} on ${day}`
  const getHashes = ({ project, buildNumber }: Row) =>
    known.get(`${project} ${buildNumber}`) ?? new Set<string>()
  const used = new Map<string, number>()
  const add = (subject: string) => used.set(subject, (used.get(subject) ?? 0) + 1)
  for (const row of rows) {
    add(toSubject(row))
    if (!getHashes(row).has(row.hash)) add(`new ${toSubject(row)}`)
  }
  const counts = await addToCounters(
    tx,
    [...used].map(([subject, count]) => ({ subject, count, since: now })),
  )
  /** Counts up from what was used before. */
  const isWithin = (subject: string, limit: number) => {
    const left = (counts.get(subject) ?? 0) - (used.get(subject) ?? 0)
    counts.set(subject, (counts.get(subject) ?? 0) + 1)
    return left < limit
  }
  return rows.filter((row) => {
    if (!isWithin(toSubject(row), maxReportedErrors)) return false
    const hashes = getHashes(row)
    if (hashes.has(row.hash)) return true
    if (hashes.size >= maxStoredPerBuild || !isWithin(`new ${toSubject(row)}`, maxNewErrors)) return false
    hashes.add(row.hash)
    return true
  })
}

/** Sorted as every hub locks them. */
function sumByMessage(rows: (GameErrorRow & { network: string })[]): GameErrorRow[] {
  const sums = new Map<string, GameErrorRow>()
  for (const { network: _, ...row } of rows) {
    const key = `${row.project} ${row.buildNumber} ${row.hash}`
    sums.set(key, { ...row, count: row.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** URLs lose their query and fragment, which may hold what belongs to a player; emails, IPs and numbers are hidden. */
function cleanMessage(message: string): string {
  const withoutQueries = message.replace(/(https?:\/\/[^\s?#]*)[?#]\S*/g, '$1')
  return hideNumbers(withoutQueries.replace(/\p{Cc}+/gu, ' ')).slice(0, maxGameErrorLength)
}

async function upsertGameError(db: Db, row: GameErrorRow): Promise<void> {
  await db
    .insertInto('gameErrors')
    .values(row)
    .onConflict((known) =>
      known.columns(['project', 'buildNumber', 'hash']).doUpdateSet({
        count: sql`game_errors.count + excluded.count`,
        lastAt: sql`excluded.last_at`,
      }),
    )
    .execute()
}

/** The most frequent first. */
export function listGameErrors(
  db: Db,
  project: string,
  buildNumber: number,
  limit = maxErrorsPerBuild,
): Promise<GameErrorRow[]> {
  return db
    .selectFrom('gameErrors')
    .selectAll()
    .where('project', '=', project)
    .where('buildNumber', '=', buildNumber)
    .orderBy('count', 'desc')
    .orderBy('firstAt')
    .orderBy('hash')
    .limit(limit)
    .execute()
}

/** Enough to see what broke with a new build. */
const maxReadBuilds = 5
const maxReadErrors = 10

/**
 * Adds to the newest builds their most frequent errors.
 * @param builds  Newest first.
 */
export async function addGameErrors(
  db: Db,
  project: string,
  builds: Build[],
): Promise<(Build & { errors: BuildError[] })[]> {
  const newest = builds.slice(0, maxReadBuilds).map(({ number }) => number)
  const found = await Promise.all(newest.map((number) => listGameErrors(db, project, number, maxReadErrors)))
  return builds.map((build, index) => ({
    ...build,
    errors: (found[index] ?? []).map(({ message, count, lastAt }) => ({ message, count, lastAt })),
  }))
}

/** Keeps the most frequent errors of each build, and of equal ones the oldest. */
export async function deleteRareErrors(db: Db): Promise<void> {
  const builds = await db
    .selectFrom('gameErrors')
    .select(['project', 'buildNumber'])
    .groupBy(['project', 'buildNumber'])
    .having(({ fn }) => fn.countAll(), '>', maxErrorsPerBuild)
    .execute()
  for (const { project, buildNumber } of builds) {
    const inBuild = db
      .selectFrom('gameErrors')
      .select('hash')
      .where('project', '=', project)
      .where('buildNumber', '=', buildNumber)
    const frequent = inBuild
      .orderBy('count', 'desc')
      .orderBy('firstAt')
      .orderBy('hash')
      .limit(maxErrorsPerBuild)
    await db
      .deleteFrom('gameErrors')
      .where('project', '=', project)
      .where('buildNumber', '=', buildNumber)
      .where('hash', 'not in', frequent)
      .execute()
  }
}

export async function deleteErrorsBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('gameErrors').where('lastAt', '<', instant).execute()
}
