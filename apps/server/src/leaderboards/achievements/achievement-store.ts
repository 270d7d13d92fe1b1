import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { PlayerAchievementRow } from '../tables.ts'

export function listByPlayer(db: Db, playerId: string, project?: string): Promise<PlayerAchievementRow[]> {
  return db
    .selectFrom('playerAchievements')
    .selectAll()
    .where('playerId', '=', playerId)
    .$if(project !== undefined, (query) => query.where('project', '=', project ?? ''))
    .orderBy('project')
    .orderBy('achievement')
    .execute()
}

export function findAchievement(
  db: Db,
  { playerId, project, achievement }: Pick<PlayerAchievementRow, 'playerId' | 'project' | 'achievement'>,
): Promise<PlayerAchievementRow | undefined> {
  return db
    .selectFrom('playerAchievements')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('achievement', '=', achievement)
    .executeTakeFirst()
}

export async function upsertAchievement(db: Db, row: PlayerAchievementRow): Promise<void> {
  await db
    .insertInto('playerAchievements')
    .values(row)
    .onConflict((known) =>
      known.columns(['playerId', 'project', 'achievement']).doUpdateSet({
        progress: sql`excluded.progress`,
        unlockedAt: sql`excluded.unlocked_at`,
        source: sql`excluded.source`,
      }),
    )
    .execute()
}

export async function deleteAchievementsByPlayer(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('playerAchievements').where('playerId', '=', playerId).execute()
}
