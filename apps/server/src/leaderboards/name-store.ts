import type { ScoreName } from '@playhub/contract'
import type { Db } from '../platform/database/database.ts'
import { toInList } from '../platform/ids.ts'
import type { HiddenScoreRow, ScoreNameRow, ScoreReportRow } from './tables.ts'

/** What players have chosen; nothing for those who have not. */
export async function findNames(db: Db, playerIds: string[]): Promise<Map<string, ScoreName>> {
  const rows = await db
    .selectFrom('scoreNames')
    .select(['playerId', 'name'])
    .where('playerId', 'in', toInList(playerIds))
    .execute()
  return new Map(rows.map(({ playerId, name }) => [playerId, name]))
}

export async function upsertName(db: Db, row: ScoreNameRow): Promise<void> {
  const { name, chosenAt } = row
  await db
    .insertInto('scoreNames')
    .values(row)
    .onConflict((known) => known.column('playerId').doUpdateSet({ name, chosenAt }))
    .execute()
}

/** Those of the players whom an operator has taken off the leaderboard. */
export async function listHiddenPlayers(
  db: Db,
  project: string,
  board: string,
  playerIds: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('hiddenScores')
    .select('playerId')
    .where('project', '=', project)
    .where('board', '=', board)
    .where('playerId', 'in', toInList(playerIds))
    .execute()
  return new Set(rows.map(({ playerId }) => playerId))
}

export function listHiddenByPlayer(db: Db, playerId: string): Promise<HiddenScoreRow[]> {
  return db.selectFrom('hiddenScores').selectAll().where('playerId', '=', playerId).execute()
}

/** False when the player is hidden already. */
export async function insertHidden(db: Db, row: HiddenScoreRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('hiddenScores')
    .values(row)
    .onConflict((known) => known.columns(['project', 'board', 'playerId']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

/** The row that was there. */
export function deleteHidden(
  db: Db,
  { project, board, playerId }: Pick<HiddenScoreRow, 'project' | 'board' | 'playerId'>,
): Promise<HiddenScoreRow | undefined> {
  return db
    .deleteFrom('hiddenScores')
    .where('project', '=', project)
    .where('board', '=', board)
    .where('playerId', '=', playerId)
    .returningAll()
    .executeTakeFirst()
}

/** A player's second report of the same name adds nothing. */
export async function insertReport(db: Db, row: ScoreReportRow): Promise<void> {
  await db
    .insertInto('scoreReports')
    .values(row)
    .onConflict((known) => known.columns(['project', 'board', 'playerId', 'reporterId']).doNothing())
    .execute()
}

/** How often the names of players were reported on a leaderboard, the most reported first. */
export async function countReports(db: Db, project: string, board: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('scoreReports')
    .select(['playerId', ({ fn }) => fn.countAll().as('reports')])
    .where('project', '=', project)
    .where('board', '=', board)
    .groupBy('playerId')
    .orderBy('reports', 'desc')
    .limit(200)
    .execute()
  return new Map(rows.map(({ playerId, reports }) => [playerId, Number(reports)]))
}

/** An operator has decided about the name. */
export async function deleteReports(
  db: Db,
  { project, board, playerId }: Pick<ScoreReportRow, 'project' | 'board' | 'playerId'>,
): Promise<void> {
  await db
    .deleteFrom('scoreReports')
    .where('project', '=', project)
    .where('board', '=', board)
    .where('playerId', '=', playerId)
    .execute()
}

export async function deleteNamesByPlayer(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('scoreNames').where('playerId', '=', playerId).execute()
  await db.deleteFrom('hiddenScores').where('playerId', '=', playerId).execute()
  await db
    .deleteFrom('scoreReports')
    .where((eb) => eb.or([eb('playerId', '=', playerId), eb('reporterId', '=', playerId)]))
    .execute()
}
