import type { Db } from '../platform/database/database.ts'
import { listHiddenByPlayer } from './name-store.ts'
import { listScoresByPlayer } from './score-store.ts'
import type { ScoreRow } from './tables.ts'

type PlayerOnBoard = Pick<ScoreRow, 'score' | 'extra' | 'reachedAt'> & {
  project: string
  board: string
  /** When an operator took the player off the leaderboard. */
  hiddenAt: number | null
}

/** A player's score of the longest period, for each leaderboard in these projects. */
export async function listPlayerBoards(
  db: Db,
  playerId: string,
  projects: string[] | undefined,
): Promise<PlayerOnBoard[]> {
  const hidden = await listHiddenByPlayer(db, playerId)
  const boards = new Map<number, PlayerOnBoard>()
  // All time begins first, and scores are in the order of their seasons.
  for (const { leaderboardId, project, board, score, extra, reachedAt } of await listScoresByPlayer(
    db,
    playerId,
  )) {
    if (boards.has(leaderboardId) || (projects && !projects.includes(project))) continue
    const hiddenAt = hidden.find((one) => one.project === project && one.board === board)?.hiddenAt ?? null
    boards.set(leaderboardId, { project, board, score, extra, reachedAt, hiddenAt })
  }
  return [...boards.values()]
}
