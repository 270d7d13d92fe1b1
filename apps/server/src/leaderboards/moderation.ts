import type { ScoreName } from '@playhub/contract'
import { listNickNames } from '../accounts/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findRank } from './buckets.ts'
import { expectBoard } from './limits.ts'
import { countReports, findNames, listHiddenByPlayer, listHiddenPlayers } from './name-store.ts'
import { findSeason } from './periods.ts'
import { listScores, listScoresByPlayer, listTop } from './score-store.ts'
import { findSeasonRow } from './season-store.ts'
import type { ScoreRow } from './tables.ts'

/** A score as operators see it. */
export type ListedScore = Pick<ScoreRow, 'playerId' | 'score' | 'extra' | 'source' | 'reachedAt'> & {
  rank: number
  nickName: string
  /** How the player appears. */
  name: ScoreName
  /** How many players have reported the name since an operator's last decision. */
  reports: number
  isHidden: boolean
}

type ModerationDeps = { db: Db; clock: Clock; catalogue: Pick<Catalogue, 'project'> }
type Wanted = { project: string; board: string; period: string | undefined; limit: number }

/**
 * The first scores of a leaderboard, and before them those whose names were reported.
 * @throws Refusal PROJECT_NOT_FOUND, BOARD_NOT_FOUND
 */
export async function listScoresForOperators(
  { db, clock, catalogue }: ModerationDeps,
  { project: projectId, board: boardId, period, limit }: Wanted,
): Promise<ListedScore[]> {
  const project = catalogue.project(projectId)
  if (!project) throw new Refusal('PROJECT_NOT_FOUND')
  const board = expectBoard(project, boardId)
  const season = findSeason(board, period, clock.now())
  if (!season) throw new Refusal('BOARD_NOT_FOUND')
  const row = await findSeasonRow(db, projectId, board.id, season)
  if (!row) return []
  const reports = await countReports(db, projectId, board.id)
  const reported = await listScores(db, [row.id], [...reports.keys()])
  const others = (await listTop(db, row.id, limit)).filter(({ playerId }) => !reports.has(playerId))
  const scores = [...reported, ...others]
  const playerIds = scores.map(({ playerId }) => playerId)
  const hidden = await listHiddenPlayers(db, projectId, board.id, playerIds)
  const names = await findNames(db, playerIds)
  const nickNames = await listNickNames(db, playerIds)
  const listed: ListedScore[] = []
  for (const { playerId, score, extra, source, reachedAt, sortKey } of scores)
    listed.push({
      ...{ playerId, score, extra, source, reachedAt },
      rank: await findRank(db, row.id, sortKey),
      nickName: nickNames.get(playerId) ?? '',
      name: names.get(playerId) ?? 'number',
      reports: reports.get(playerId) ?? 0,
      isHidden: hidden.has(playerId),
    })
  return listed
}

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
