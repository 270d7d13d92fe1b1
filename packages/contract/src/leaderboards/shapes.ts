import * as z from 'zod'
import { recognisedLanguages } from '../languages.ts'
import { Id, Instant } from '../shapes.ts'

const ByLanguage = z
  .partialRecord(z.enum(recognisedLanguages), z.string())
  .describe('By language; the first one replaces those that are missing')

export const scoreFormats = ['number', 'time', 'percent'] as const
/** A score's sender: the player's page, or the game's server. */
export const scoreSources = ['client', 'server'] as const
/** A player's appearance on leaderboards: by a number, by their name, or not at all. */
export const scoreNames = ['number', 'nickname', 'hidden'] as const
export type ScoreName = (typeof scoreNames)[number]

export const BoardId = z.string().min(1).max(64)
export const AchievementId = z.string().min(1).max(64)
export const Period = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .describe('`daily`, `weekly`, `all`, or the id of a season')
/** Whole numbers within every client's range; milliseconds for times. */
export const Score = z
  .int()
  .describe('In the smallest unit: milliseconds for times, hundredths with two decimals')
export const ScoreExtra = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u)
  .describe('A short text of the game about this score, such as the level; everyone can read it')
/** One opening of a game: see `POST /play/start`. */
export const PlayId = z.string().min(1).max(200)
/** A step of an achievement. */
export const Progress = z.int().min(1).max(1_000_000_000)

export const Leaderboard = z
  .object({
    id: z.string(),
    aliases: z.array(z.string()).describe('Other names that the game may use for it'),
    title: ByLanguage,
    order: z.enum(['descending', 'ascending']),
    format: z.enum(scoreFormats),
    decimals: z.int().describe('How many of the last digits are decimals'),
    periods: z.array(z.object({ id: Period, title: ByLanguage.nullable() })),
  })
  .meta({ id: 'Leaderboard' })
export type Leaderboard = z.infer<typeof Leaderboard>

export const ScoreEntry = z
  .object({
    id: z.string().describe('To report the name; another one in each response'),
    rank: z.int().describe('Ties share a rank: 1, 2, 2, 4'),
    name: z.string().nullable().describe('Null for a player who appears by a number'),
    number: z.int().describe('As in "Player 4821"; stable for a player in a game'),
    isMe: z.boolean(),
    score: Score,
    extra: z.string().nullable(),
    source: z.enum(scoreSources).describe("`server`: verified by the game's server"),
    reachedAt: Instant,
  })
  .meta({ id: 'ScoreEntry' })
export type ScoreEntry = z.infer<typeof ScoreEntry>

export const SubmittedScore = z
  .object({
    best: Score.describe('What the leaderboard holds for the player: in all time, else in its first period'),
    isNewBest: z.boolean(),
    rank: z.record(z.string(), z.int()).describe('By period'),
    asksForName: z.boolean().describe('The player has not chosen yet how to appear'),
  })
  .meta({ id: 'SubmittedScore' })
export type SubmittedScore = z.infer<typeof SubmittedScore>

export const Achievement = z
  .object({
    id: z.string(),
    title: ByLanguage.nullable().describe('Null while it is hidden from this player'),
    description: ByLanguage.nullable(),
    icon: z.string().nullable(),
    points: z.int(),
    steps: z.int(),
    progress: z.int(),
    unlockedAt: Instant.nullable(),
  })
  .meta({ id: 'Achievement' })
export type Achievement = z.infer<typeof Achievement>

export const AchievementProgress = Achievement.extend({
  isNew: z.boolean().describe('True for the call that unlocked it'),
}).meta({ id: 'AchievementProgress' })
export type AchievementProgress = z.infer<typeof AchievementProgress>

/** Scores and achievements on the profile. */
export const MyScores = z
  .object({
    name: z.enum(scoreNames).nullable().describe('Null until the player chooses'),
    games: z.array(
      z.object({
        project: z.string(),
        name: ByLanguage,
        scores: z.array(z.object({ board: Leaderboard, period: Period, score: Score, rank: z.int() })),
        achievements: z.array(Achievement),
        achievementCount: z.int().describe('How many the game has'),
      }),
    ),
  })
  .meta({ id: 'MyScores' })
export type MyScores = z.infer<typeof MyScores>

/** A score of the game server. */
export const ServerScore = z.object({
  playerId: Id,
  board: BoardId,
  score: Score,
  extra: ScoreExtra.optional(),
})
export type ServerScore = z.infer<typeof ServerScore>
