import type { Db } from '../platform/database/database.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    plays: PlayRow
  }
}

/** A player has played a game while logged in. */
export type PlayRow = { project: string; playerId: string; firstAt: number }

/** Keeps the first time. */
export async function insertPlay(db: Db, play: PlayRow): Promise<void> {
  await db
    .insertInto('plays')
    .values(play)
    .onConflict((conflict) => conflict.columns(['playerId', 'project']).doNothing())
    .execute()
}

export function findPlay(db: Db, playerId: string, project: string): Promise<PlayRow | undefined> {
  return db
    .selectFrom('plays')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .executeTakeFirst()
}

export function listPlaysByPlayer(db: Db, playerId: string): Promise<PlayRow[]> {
  return db.selectFrom('plays').selectAll().where('playerId', '=', playerId).orderBy('firstAt').execute()
}

export async function deletePlaysByPlayer(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('plays').where('playerId', '=', playerId).execute()
}
