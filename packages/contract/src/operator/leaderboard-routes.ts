import * as z from 'zod'
import { BoardId, Period, scoreFormats, scoreNames, scoreSources } from '../leaderboards/shapes.ts'
import { Id, Instant, result } from '../shapes.ts'
import { scoreStates } from './constants.ts'
import { PersonalName, PersonalText } from './personal.ts'
import { PageQuery, playerSearchText, project, route, several } from './route.ts'
import { page } from './shapes.ts'

export const OperatorLeaderboard = z
  .object({
    project: z.string(),
    board: z.string(),
    title: z.string(),
    order: z.enum(['descending', 'ascending']),
    format: z.enum(scoreFormats),
    decimals: z.int().describe('How many of the last digits are decimals'),
    periods: z
      .array(z.object({ id: z.string(), title: z.string().nullable().describe('Of a season') }))
      .describe('The first one is shown where none is asked for'),
    reportedNames: z.int().describe('Players whose name waits for a decision'),
    hiddenPlayers: z.int().describe('Players whom staff took off it'),
  })
  .meta({ id: 'OperatorLeaderboard' })
export type OperatorLeaderboard = z.infer<typeof OperatorLeaderboard>

export const OperatorScore = z
  .object({
    playerId: Id,
    name: PersonalName,
    rank: z.int().nullable().describe('Null while other players do not see the score'),
    score: z.int().nullable().describe('Null without one in the period'),
    extra: PersonalText.nullable().describe('A text of the game about the score'),
    source: z.enum(scoreSources).nullable(),
    reachedAt: Instant.nullable(),
    appearsBy: z.enum(scoreNames).describe("The player's choice"),
    reports: z.int().describe("Players who reported the name since the staff's last decision"),
    hiddenAt: Instant.nullable().describe('When staff took the player off the leaderboard'),
    hiddenReason: PersonalText.nullable(),
  })
  .meta({ id: 'OperatorScore' })
export type OperatorScore = z.infer<typeof OperatorScore>

const boardColumns = ['project', 'board', 'title', 'order', 'reportedNames', 'hiddenPlayers']
const scoreColumns = [
  'rank',
  'score',
  'playerId',
  'name',
  'appearsBy',
  'reports',
  'hiddenAt',
  'source',
  'reachedAt',
]

export const leaderboardRoutes = {
  'GET /leaderboards': route({
    summary: 'Leaderboards with the number of reported names and hidden players',
    permission: 'scores.read',
    command: { name: 'scores boards', columns: boardColumns },
    query: z.object({ project: several(project) }),
    response: result(z.array(OperatorLeaderboard)),
  }),
  'GET /leaderboards/{project}/scores': route({
    summary:
      'Scores of a leaderboard, the best first; or those with a reported name, or those that staff hid',
    permission: 'scores.read',
    command: [
      {
        name: 'scores list',
        arguments: { project: 'project', leaderboard: 'board' },
        columns: scoreColumns,
      },
      {
        name: 'scores reported',
        arguments: { project: 'project', leaderboard: 'board' },
        fixed: { state: 'reported' },
        purpose: 'the scores whose names players have reported, the most reported first',
        columns: scoreColumns,
      },
    ],
    params: z.object({ project }),
    query: z.object({
      board: BoardId,
      period: Period.optional(),
      state: z.enum(scoreStates).default('shown'),
      q: playerSearchText.optional().describe("A player's id or email"),
      ...PageQuery.shape,
    }),
    response: page(OperatorScore),
    refusals: ['PROJECT_NOT_FOUND', 'BOARD_NOT_FOUND'],
  }),
} as const
