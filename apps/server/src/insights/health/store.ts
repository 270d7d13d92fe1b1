import type { Db } from '../../platform/database/database.ts'
import { addDays, dayIn } from '../../platform/time-zone.ts'
import { firstWeek } from '../tables.ts'

export type CurrentBuild = {
  project: string
  buildId: string
  number: number
  previousNumber: number | null
  changedAt: number
}

export function listCurrentBuilds(db: Db, projects: readonly string[] | undefined): Promise<CurrentBuild[]> {
  return db
    .selectFrom('gameVersions')
    .innerJoin('builds', 'builds.id', 'gameVersions.buildId')
    .leftJoin('builds as previous', 'previous.id', 'gameVersions.previousBuildId')
    .select(['gameVersions.project', 'gameVersions.buildId', 'gameVersions.changedAt'])
    .select(['builds.number', 'previous.number as previousNumber'])
    .$if(projects !== undefined, (query) => query.where('gameVersions.project', 'in', projects ?? []))
    .orderBy('gameVersions.project')
    .execute()
}

/** Plays of a build in the last 30 days. */
export type BuildSums = {
  plays: number
  crashedPlays: number
  failedPlays: number
  keptPlays: number
}

/** By project and number of the build. */
export async function listBuildSums(
  db: Db,
  projects: readonly string[],
  now: number,
): Promise<(BuildSums & { project: string; number: number })[]> {
  const rows = await db
    .selectFrom('insightDays')
    .where('project', 'in', projects)
    .where('day', '>=', findFirstDay(now))
    .where('day', '<', firstWeek)
    .where('dimension', '=', 'build')
    .select(['project', 'value'])
    .select(({ fn }) => [
      fn.sum('plays').as('plays'),
      fn.sum('crashedPlays').as('crashedPlays'),
      fn.sum('failedPlays').as('failedPlays'),
      fn.sum('keptPlays').as('keptPlays'),
    ])
    .groupBy(['project', 'value'])
    .execute()
  return rows.map(({ project, value, plays, crashedPlays, failedPlays, keptPlays }) => ({
    ...{ project, number: Number(value), plays: Number(plays), crashedPlays: Number(crashedPlays) },
    ...{ failedPlays: Number(failedPlays), keptPlays: Number(keptPlays) },
  }))
}

export type BuildName = { project: string; number: number }
export type LoadCount = { bucket: number; count: number }

/**
 * Load times of builds in the last 30 days, the fastest first, with those of builds that share a number with one of them:
 * alternatives by project and number take SQLite thrice as long.
 */
export async function listLoads(
  db: Db,
  builds: readonly BuildName[],
  now: number,
): Promise<(BuildName & LoadCount)[]> {
  if (builds.length === 0) return []
  const [projects, numbers] = [builds.map(({ project }) => project), builds.map(({ number }) => number)]
  const rows = await db
    .selectFrom('insightLoads')
    .where('project', 'in', [...new Set(projects)])
    .where('day', '>=', findFirstDay(now))
    .where('day', '<', firstWeek)
    .where('buildNumber', 'in', [...new Set(numbers)])
    .select(['project', 'buildNumber as number', 'bucket'])
    .select(({ fn }) => fn.sum('count').as('count'))
    .groupBy(['project', 'buildNumber', 'bucket'])
    .orderBy('bucket')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Ids of those that are not removed. */
export function listKeptBuilds(
  db: Db,
  builds: readonly BuildName[],
): Promise<(BuildName & { id: string })[]> {
  return db
    .selectFrom('builds')
    .where(({ and, or }) => or(builds.map(({ project, number }) => and({ project, number }))))
    .where('state', '<>', 'removed')
    .select(['project', 'number', 'id'])
    .execute()
}

/** First of the last 30 days. Half a day more or less changes no share. */
const findFirstDay = (now: number) => addDays(dayIn('UTC', now), -29)
