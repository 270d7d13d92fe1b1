import type { AchievementProgress, PublicScores, ServerScore, SubmittedScore } from '@playhub/contract'
import type { Project } from '../catalogue/index.ts'
import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { deleteAchievementsByPlayer } from './achievements/achievement-store.ts'
import { addProgress, listAchievements, type NewProgress } from './achievements/achievements.ts'
import type { Deps } from './deps.ts'
import { createEntries } from './entries.ts'
import { openEntryIds, openPlayerNumbers } from './entry-ids.ts'
import { checkRange, expectBoard } from './limits.ts'
import { scheduleMaintenance } from './maintenance.ts'
import { toLeaderboard } from './my-scores.ts'
import { registerLeaderboardRoutes } from './routes.ts'
import { createSubmissions } from './submit.ts'
import { eraseScores } from './visibility.ts'

export { listPlayerBoards } from './moderation.ts'
export { exportScores } from './my-scores.ts'
export { hideScore, keepName, showScore } from './visibility.ts'

export type Leaderboards = {
  registerRoutes(api: Api): void
  /**
   * Takes scores of the game's server: all of them or none.
   * @throws Refusal BOARD_NOT_FOUND, SCORE_NOT_ALLOWED, ACCOUNT_BANNED
   */
  submitForServer(
    project: string,
    scores: ServerScore[],
  ): Promise<(SubmittedScore & { playerId: string; board: string })[]>
  addProgress(progress: Omit<NewProgress, 'source'>): Promise<AchievementProgress>
  listAchievements(project: string, playerId: string): ReturnType<typeof listAchievements>
  readForGuest(project: Project): Promise<PublicScores>
  /** Deletes the player's data in the transaction. */
  erase(tx: Db, playerId: string): Promise<void>
  stop(): Promise<void>
}

/** Entries on a game's page. */
const shownOnPage = 10

/** Leaderboards and achievements, which projects declare in their files. */
export async function createLeaderboards(deps: Deps): Promise<Leaderboards> {
  const { clock, catalogue } = deps
  const entryIds = await openEntryIds(deps.db)
  const submissions = createSubmissions(deps)
  const playerNumbers = await openPlayerNumbers(deps.db)
  const entries = createEntries(deps, { entryIds, playerNumbers })
  await scheduleMaintenance(deps)
  return {
    registerRoutes: (api) => registerLeaderboardRoutes(api, { ...deps, submissions, entries, entryIds }),
    async submitForServer(project, scores) {
      const checked = scores.map(({ board: id, ...given }) => {
        const board = expectBoard(catalogue.project(project), id)
        checkRange(board, given.score)
        return { ...given, project, board, extra: given.extra ?? null, playStartedAt: null }
      })
      return Promise.all(
        checked.map(async (score) => ({
          playerId: score.playerId,
          board: score.board.id,
          ...(await submissions.submit(score)),
        })),
      )
    },
    addProgress: (progress) => addProgress(deps, { ...progress, source: 'server' }),
    async listAchievements(id, playerId) {
      const project = catalogue.project(id)
      return project ? listAchievements(deps, project, playerId) : []
    },
    async readForGuest(project) {
      const [board] = project.leaderboards
      const period = board?.periods.length === 0 ? board.seasons[0]?.id : undefined
      const view = board && { project: project.id, board, period, limit: shownOnPage }
      return {
        boards: project.leaderboards.map(toLeaderboard),
        top: view ? (await entries.getTop(view, undefined)).entries : [],
        achievements: await listAchievements(deps, project, undefined),
      }
    },
    async erase(tx, playerId) {
      await eraseScores(tx, playerId, clock.now())
      await deleteAchievementsByPlayer(tx, playerId)
    },
    stop: submissions.stop,
  }
}
