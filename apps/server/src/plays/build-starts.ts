import type { Db } from '../platform/database/database.ts'

const maxSamples = 20
/** Fewer starts say little: players with a warm cache load almost nothing. */
const minSamples = 3

/** Bytes a build loads until it starts: the median of its last plays. Null when there are too few. */
export async function findStartBytes(db: Db, project: string, buildNumber: number): Promise<number | null> {
  const samples = (await readSamples(db, project, buildNumber)).toSorted((a, b) => a - b)
  return samples.length < minSamples ? null : (samples[Math.floor(samples.length / 2)] ?? null)
}

/** Two concurrent writers lose a sample, which changes no median. */
export async function addStarts(
  db: Db,
  { project, buildNumber, bytes }: { project: string; buildNumber: number; bytes: number[] },
): Promise<void> {
  const samples = JSON.stringify(
    [...(await readSamples(db, project, buildNumber)), ...bytes].slice(-maxSamples),
  )
  await db
    .insertInto('buildStarts')
    .values({ project, buildNumber, samples })
    .onConflict((known) => known.columns(['project', 'buildNumber']).doUpdateSet({ samples }))
    .execute()
}

async function readSamples(db: Db, project: string, buildNumber: number): Promise<number[]> {
  const row = await db
    .selectFrom('buildStarts')
    .select('samples')
    .where('project', '=', project)
    .where('buildNumber', '=', buildNumber)
    .executeTakeFirst()
  return row ? JSON.parse(row.samples) : []
}
