import type { Db } from '../platform/database/database.ts'
import type { BuildRow } from './tables.ts'

/** The build that players get; undefined when none was ever activated. */
export function findCurrentBuild(db: Db, project: string): Promise<BuildRow | undefined> {
  return db
    .selectFrom('gameVersions')
    .innerJoin('builds', 'builds.id', 'gameVersions.buildId')
    .selectAll('builds')
    .where('gameVersions.project', '=', project)
    .executeTakeFirst()
}

export function findBuildByNumber(db: Db, project: string, number: number): Promise<BuildRow | undefined> {
  return db
    .selectFrom('builds')
    .selectAll()
    .where('project', '=', project)
    .where('number', '=', number)
    .executeTakeFirst()
}
