import type { LibraryGame } from '@playhub/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ShelfGameRow } from './tables.ts'

/** The last touched first. */
export function listShelfOf(db: Db, playerId: string): Promise<LibraryGame[]> {
  return db
    .selectFrom('shelfGames')
    .select(['project', 'favouriteAt', 'playedAt'])
    .where('playerId', '=', playerId)
    .where((row) => row.or([row('favouriteAt', 'is not', null), row('playedAt', 'is not', null)]))
    .orderBy(newestOf('favouriteAt', 'playedAt'), 'desc')
    .orderBy('project')
    .execute()
}

/** The later of two instants of a row, where either may be missing. */
const newestOf = (one: string, other: string) =>
  sql`case when coalesce(${sql.ref(one)}, 0) > coalesce(${sql.ref(other)}, 0) then ${sql.ref(one)} else ${sql.ref(other)} end`

/** A mark that is there keeps its instant. */
export async function setFavourite(db: Db, playerId: string, project: string, now: number): Promise<void> {
  await db
    .insertInto('shelfGames')
    .values({ playerId, project, favouriteAt: now, playedAt: null })
    .onConflict((known) =>
      known
        .columns(['playerId', 'project'])
        .doUpdateSet({ favouriteAt: sql`coalesce(shelf_games.favourite_at, excluded.favourite_at)` }),
    )
    .execute()
}

export async function clearFavourite(db: Db, playerId: string, project: string): Promise<void> {
  await db
    .updateTable('shelfGames')
    .set({ favouriteAt: null })
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .execute()
}

/** Takes over marks that are not there yet, and instants of playing that are later; no game may come twice. */
export async function mergeShelf(db: Db, rows: ShelfGameRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('shelfGames')
    .values(rows)
    .onConflict((known) =>
      known.columns(['playerId', 'project']).doUpdateSet({
        favouriteAt: sql`coalesce(shelf_games.favourite_at, excluded.favourite_at)`,
        playedAt: newestOf('shelfGames.playedAt', 'excluded.playedAt') as never,
      }),
    )
    .execute()
}

export async function deleteShelfOf(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('shelfGames').where('playerId', '=', playerId).execute()
}
