import type { ScoreName } from '@playhub/contract'
import type { Db } from '../platform/database/database.ts'
import { toInList } from '../platform/ids.ts'
import type { HiddenScoreRow, ScoreNameRow, ScoreReportRow } from './tables.ts'

/** Chosen names; nothing for players without one. */
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

/** Those of the players whom an operator has taken off the leaderboard, by id. */
export async function listHidden(
  db: Db,
  { project, board }: Pick<HiddenScoreRow, 'project' | 'board'>,
  playerIds: string[],
): Promise<Map<string, HiddenScoreRow>> {
  const rows = await selectHidden(db, project, board).where('playerId', 'in', toInList(playerIds)).execute()
  return new Map(rows.map((row) => [row.playerId, row]))
}

type HiddenQuery = Pick<HiddenScoreRow, 'project' | 'board'> & {
  playerIds?: string[] | undefined
  before?: Pick<HiddenScoreRow, 'hiddenAt' | 'playerId'> | undefined
  limit: number
}

/** Players whom operators have taken off a leaderboard, the last one first. */
export function listHiddenPage(
  db: Db,
  { project, board, playerIds, before, limit }: HiddenQuery,
): Promise<HiddenScoreRow[]> {
  return selectHidden(db, project, board)
    .$if(playerIds !== undefined, (query) => query.where('playerId', 'in', toInList(playerIds)))
    .$if(before !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('hiddenAt', '<', before?.hiddenAt ?? 0),
          eb.and([eb('hiddenAt', '=', before?.hiddenAt ?? 0), eb('playerId', '<', before?.playerId ?? '')]),
        ]),
      ),
    )
    .orderBy('hiddenAt', 'desc')
    .orderBy('playerId', 'desc')
    .limit(limit)
    .execute()
}

const selectHidden = (db: Db, project: string, board: string) =>
  db.selectFrom('hiddenScores').selectAll().where('project', '=', project).where('board', '=', board)

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

/** The existing row. */
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

/** Reports of players' names on a leaderboard, the most reported first. */
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

/** An operator has decided about the name. @returns how many there were */
export async function deleteReports(
  db: Db,
  { project, board, playerId }: Pick<ScoreReportRow, 'project' | 'board' | 'playerId'>,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('scoreReports')
    .where('project', '=', project)
    .where('board', '=', board)
    .where('playerId', '=', playerId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function deleteNamesByPlayer(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('scoreNames').where('playerId', '=', playerId).execute()
  await db.deleteFrom('hiddenScores').where('playerId', '=', playerId).execute()
  await db
    .deleteFrom('scoreReports')
    .where((eb) => eb.or([eb('playerId', '=', playerId), eb('reporterId', '=', playerId)]))
    .execute()
}
