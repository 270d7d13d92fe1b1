import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { KeptReason, SavePlace, SaveVersionRow } from './tables.ts'

/** A kept version without its value. */
export type ListedVersion = Omit<SaveVersionRow, 'value' | 'playerId' | 'project'>

/** Keeps an already kept version for as long as a new one. */
export async function copyCurrentVersion(
  tx: Db,
  { playerId, project, saveKey }: SavePlace,
  { reason, now, ifVersion }: { reason: KeptReason; now: number; ifVersion?: number | undefined },
): Promise<void> {
  const content = ['version', 'sizeBytes', 'savedAt', 'source', 'value'] as const
  const place = ['playerId', 'project', 'saveKey'] as const
  await tx
    .insertInto('saveVersions')
    .columns([...place, ...content, 'replacedAt', 'reason'])
    .expression((eb) =>
      eb
        .selectFrom('saves')
        .select([...place, ...content])
        .select([
          sql<number>`cast(${now} as bigint)`.as('replacedAt'),
          sql<KeptReason>`cast(${reason} as text)`.as('reason'),
        ])
        .where('playerId', '=', playerId)
        .where('project', '=', project)
        .where('saveKey', '=', saveKey)
        .$if(ifVersion !== undefined, (query) => query.where('version', '=', ifVersion ?? 0)),
    )
    .onConflict((kept) => kept.columns([...place, 'version']).doUpdateSet({ replacedAt: now }))
    .execute()
}

export async function insertVersion(tx: Db, version: SaveVersionRow): Promise<void> {
  await tx.insertInto('saveVersions').values(version).execute()
}

/** The number of the newest kept version; 0 without one. */
export async function findLastKept(tx: Db, { playerId, project, saveKey }: SavePlace): Promise<number> {
  const { last } = await tx
    .selectFrom('saveVersions')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('saveKey', '=', saveKey)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export async function findVersion(
  db: Db,
  { playerId, project, saveKey }: SavePlace,
  version: number,
): Promise<SaveVersionRow | undefined> {
  return db
    .selectFrom('saveVersions')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('saveKey', '=', saveKey)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Tells if a guest's save was kept at an earlier login. */
export async function hasGuestVersion(
  tx: Db,
  { playerId, project, saveKey }: SavePlace,
  value: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('saveVersions')
    .select('version')
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('saveKey', '=', saveKey)
    .where('reason', '=', 'sign-in')
    .where('value', '=', value)
    .executeTakeFirst()
  return found !== undefined
}

/** Newest first, of all keys. */
export function listVersions(db: Db, playerId: string, project: string): Promise<ListedVersion[]> {
  return db
    .selectFrom('saveVersions')
    .select(['saveKey', 'version', 'sizeBytes', 'savedAt', 'source', 'replacedAt', 'reason'])
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .orderBy('replacedAt', 'desc')
    .orderBy('version', 'desc')
    .execute()
}

export async function deleteVersions(
  tx: Db,
  playerId: string,
  project: string,
  versions: Pick<ListedVersion, 'saveKey' | 'version'>[],
): Promise<void> {
  for (const [saveKey, ofKey] of Map.groupBy(versions, (version) => version.saveKey)) {
    await tx
      .deleteFrom('saveVersions')
      .where('playerId', '=', playerId)
      .where('project', '=', project)
      .where('saveKey', '=', saveKey)
      .where(
        'version',
        'in',
        ofKey.map(({ version }) => version),
      )
      .execute()
  }
}

/** Both sides of conflicts, and what restores have replaced. */
export async function deleteProtectedBefore(db: Db, instant: number): Promise<void> {
  await db
    .deleteFrom('saveVersions')
    // Matches the index.
    .where(sql<boolean>`reason in ('conflict', 'sign-in', 'restore')`)
    .where('replacedAt', '<', instant)
    .execute()
}
