import * as z from 'zod'
import type { RefusalCode } from '../refusals.ts'
import { result } from '../shapes.ts'
import {
  Achievement,
  AchievementId,
  AchievementProgress,
  BoardId,
  Leaderboard,
  MyScores,
  Period,
  PlayId,
  Progress,
  Score,
  ScoreEntry,
  ScoreExtra,
  SubmittedScore,
  scoreNames,
} from './shapes.ts'

const ProjectId = z.string().min(1).max(64)
const ByProject = z.object({ project: ProjectId })
const OnBoard = z.object({ project: ProjectId, board: BoardId })

/** Calls of the player's page about scores and achievements. */
export const leaderboardRoutes = {
  'GET /play/leaderboards': {
    summary: 'The leaderboards of a game',
    access: 'public',
    query: ByProject,
    response: result(z.array(Leaderboard)),
    refusals: ['PROJECT_NOT_FOUND'],
  },
  'GET /play/scores/top': {
    summary: 'The best scores of a leaderboard; with a login token also the score of the player',
    access: 'public',
    query: OnBoard.extend({
      period: Period.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(10),
    }),
    response: result(z.object({ entries: z.array(ScoreEntry), me: ScoreEntry.nullable() })),
    refusals: ['BOARD_NOT_FOUND'],
  },
  'GET /play/scores/around': {
    summary: 'The score of the player between those before and after it; empty without a score',
    access: 'player',
    query: OnBoard.extend({
      period: Period.optional(),
      limit: z.coerce.number().int().min(1).max(25).default(11),
    }),
    response: result(z.array(ScoreEntry)),
    refusals: ['BOARD_NOT_FOUND'],
  },
  'POST /play/scores': {
    summary: 'Submits a score of the player in a running play',
    access: 'player',
    body: OnBoard.extend({ score: Score, extra: ScoreExtra.optional(), playId: PlayId }),
    response: result(SubmittedScore),
    refusals: ['BOARD_NOT_FOUND', 'PLAY_NOT_FOUND', 'SCORE_NOT_ALLOWED', 'SCORE_TOO_SOON', 'ACCOUNT_BANNED'],
  },
  'POST /play/scores/report': {
    summary: 'Reports the name of an entry to the operators',
    access: 'player',
    body: z.object({ entry: z.string().min(1).max(400) }),
    response: result(z.literal(true)),
    refusals: ['SCORE_NOT_FOUND'],
  },
  'GET /play/achievements': {
    summary: 'The achievements of a game; with a login token also the progress of the player',
    access: 'public',
    query: ByProject,
    response: result(z.array(Achievement)),
    refusals: ['PROJECT_NOT_FOUND'],
  },
  'POST /play/achievements': {
    summary: 'Unlocks an achievement, or counts progress up to a number of its steps; progress only grows',
    access: 'player',
    body: z.object({
      project: ProjectId,
      achievement: AchievementId,
      progress: Progress.optional().describe('Default: all steps'),
      playId: PlayId,
    }),
    response: result(AchievementProgress),
    refusals: ['ACHIEVEMENT_NOT_FOUND', 'PLAY_NOT_FOUND', 'SCORE_NOT_ALLOWED', 'ACCOUNT_BANNED'],
  },
  'GET /me/scores': {
    summary: "The player's ranks and achievements in all games",
    access: 'player',
    response: result(MyScores),
    refusals: [],
  },
  'POST /me/scores/name': {
    summary: 'Chooses how the player appears on leaderboards',
    access: 'player',
    body: z.object({ name: z.enum(scoreNames) }),
    response: result(z.enum(scoreNames)),
    refusals: ['ACCOUNT_BANNED'],
  },
} as const satisfies Record<string, LeaderboardRoute>

type LeaderboardRoute = {
  summary: string
  access: 'public' | 'player'
  query?: z.ZodObject
  body?: z.ZodObject
  response: z.ZodType
  refusals: readonly RefusalCode[]
}
