import { dayIn } from '../../../src/platform/time-zone.ts'
import type { TestHub } from '../test-hub.ts'

type Hub = Pick<TestHub, 'context' | 'clock'>

type Plays = { plays: number } & Partial<Record<'crashedPlays' | 'failedPlays' | 'keptPlays', number>>

/** Builds that players had one after the other; they have the last one now. Ids are `<project>-<number>`. */
export async function addBuilds({ context: { db }, clock }: Hub, project: string, numbers: number[]) {
  const now = clock.now()
  const toId = (number: number | undefined) => `${project}-${number}`
  for (const number of numbers)
    await db
      .insertInto('builds')
      .values({
        ...{ id: toId(number), project, number, label: null, state: 'ready', manifest: '{}' },
        ...{ warnings: '[]', engine: null, files: 1, sizeBytes: 1, createdAt: now, createdBy: 'test' },
        ...{ archiveSha256: null, activatedAt: now, removedAt: null, expiresAt: null },
      })
      .execute()
  await db
    .insertInto('gameVersions')
    .values({
      ...{ project, buildId: toId(numbers.at(-1)), changedAt: now },
      previousBuildId: numbers.length > 1 ? toId(numbers.at(-2)) : null,
    })
    .execute()
}

/** Plays of today. */
export async function addPlays(
  { context: { db }, clock }: Hub,
  project: string,
  buildNumber: number,
  plays: Plays,
): Promise<void> {
  const day = dayIn('UTC', clock.now())
  const none = {
    ...{ views: 0, players: 0, newPlayers: 0, playSeconds: 0, loads: 0, keptPlays: plays.plays },
    ...{ crashedPlays: 0, failedPlays: 0, shopOpens: 0 },
  }
  await db
    .insertInto('insightDays')
    .values([
      { project, day, dimension: 'build', value: String(buildNumber), ...none, ...plays },
      { project, day, dimension: 'device', value: String(buildNumber), ...none, plays: 77_777 },
    ])
    .execute()
}

/** @param loads  Counts by bucket. */
export async function addLoads(
  { context: { db }, clock }: Hub,
  project: string,
  buildNumber: number,
  loads: Record<number, number>,
): Promise<void> {
  const day = dayIn('UTC', clock.now())
  const rows = Object.entries(loads).map(([bucket, count]) => ({
    ...{ project, day, buildNumber, bucket: Number(bucket), count },
  }))
  await db.insertInto('insightLoads').values(rows).execute()
}
