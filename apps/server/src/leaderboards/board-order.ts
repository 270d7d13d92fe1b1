import { sql } from 'kysely'
import type { Board } from '../catalogue/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { rebuildBuckets } from './buckets.ts'
import type { LeaderboardRow } from './tables.ts'

/** Ranks the scores of a locked leaderboard anew when the file of the project has changed its order. */
export async function followOrder(
  tx: Tx,
  { id, sortOrder }: Pick<LeaderboardRow, 'id' | 'sortOrder'>,
  { order }: Board,
): Promise<void> {
  if (sortOrder === order) return
  const seasons = await tx
    .selectFrom('leaderboardSeasons')
    .select('id')
    .where('leaderboardId', '=', id)
    .execute()
  for (const season of seasons)
    if (await updateSortKeys(tx, season.id, order)) await rebuildBuckets(tx, season.id)
  await tx.updateTable('leaderboards').set({ sortOrder: order }).where('id', '=', id).execute()
}

/** @returns  whether a key has changed */
async function updateSortKeys(tx: Tx, seasonId: number, order: Board['order']): Promise<boolean> {
  const sortKey = order === 'descending' ? sql<number>`0 - score` : sql<number>`score`
  const { numUpdatedRows } = await tx
    .updateTable('leaderboardScores')
    .set({ sortKey })
    .where('seasonId', '=', seasonId)
    .where('sortKey', '!=', sortKey)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
