import { prepareRowQuery } from '../platform/database/prepared-query.ts'

/** The number of the build that players get; reads no manifest, because every opening of a game asks. */
export const findCurrentNumber = prepareRowQuery((db, project: string) =>
  db
    .selectFrom('gameVersions')
    .innerJoin('builds', 'builds.id', 'gameVersions.buildId')
    .select('builds.number')
    .where('gameVersions.project', '=', project),
)

/** A build whose files can be served: not one that is being uploaded, was refused or is removed. */
export const findServedBuild = prepareRowQuery((db, build: { project: string; number: number }) =>
  db
    .selectFrom('builds')
    .select(['id', 'number', 'manifest', 'activatedAt'])
    .where('project', '=', build.project)
    .where('number', '=', build.number)
    .where('state', '=', 'ready'),
)
