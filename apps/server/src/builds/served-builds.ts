import { prepareRowQuery } from '../platform/database/prepared-query.ts'

/** The number of the current build; reads no manifest, because every opening of a game calls it. */
export const findCurrentNumber = prepareRowQuery((db, project: string) =>
  db
    .selectFrom('gameVersions')
    .innerJoin('builds', 'builds.id', 'gameVersions.buildId')
    .select('builds.number')
    .where('gameVersions.project', '=', project),
)

/** A servable build: neither uploading nor refused nor removed. */
export const findServedBuild = prepareRowQuery((db, build: { project: string; number: number }) =>
  db
    .selectFrom('builds')
    .select(['id', 'number', 'manifest', 'activatedAt'])
    .where('project', '=', build.project)
    .where('number', '=', build.number)
    .where('state', '=', 'ready'),
)
