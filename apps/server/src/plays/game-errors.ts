import { createHash } from 'node:crypto'
import { type Build, type BuildError, maxGameErrorLength } from '@playhub/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { GameErrorRow } from './tables.ts'

/** More different messages say nothing new, and a game may put a random number into each. */
const maxErrorsPerBuild = 100

type Errors = {
  project: string
  /** 0 for a game at an address of its own. */
  buildNumber: number
  errors: { message: string; count: number }[]
  now: number
}

/** Counts a game's errors by message. */
export async function recordGameErrors(tx: Db, { project, buildNumber, errors, now }: Errors): Promise<void> {
  const known = new Set((await listGameErrors(tx, project, buildNumber)).map(({ hash }) => hash))
  const counted = new Map<string, GameErrorRow>()
  for (const { message: reported, count } of errors) {
    const message = cleanMessage(reported)
    const hash = createHash('sha256').update(message).digest('hex').slice(0, 32)
    if (!known.has(hash) && known.size >= maxErrorsPerBuild) continue
    known.add(hash)
    const sum = count + (counted.get(hash)?.count ?? 0)
    counted.set(hash, { project, buildNumber, hash, message, count: sum, firstAt: now, lastAt: now })
  }
  // Sorted as every hub locks them.
  for (const row of [...counted.values()].toSorted((a, b) => (a.hash < b.hash ? -1 : 1)))
    await upsertGameError(tx, row)
}

/** URLs lose their query and fragment, which may hold what belongs to a player. */
function cleanMessage(message: string): string {
  return message
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/g, '$1')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, maxGameErrorLength)
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

export async function deleteErrorsBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('gameErrors').where('lastAt', '<', instant).execute()
}
