import type { Leaderboard, MyScores } from '@playhub/contract'
import type { Board, Project } from '../catalogue/index.ts'
import type { Db } from '../platform/database/database.ts'
import { listByPlayer } from './achievements/achievement-store.ts'
import { toAchievement } from './achievements/achievements.ts'
import { findRank } from './buckets.ts'
import type { Deps } from './deps.ts'
import { findNames, listHiddenByPlayer } from './name-store.ts'
import { getMainPeriod } from './periods.ts'
import { listScoresByPlayer, type PlayerScore } from './score-store.ts'

type Game = MyScores['games'][number]

/** A player's all-time ranks and achievements for the profile, by game. */
export async function readMyScores(
  { db, catalogue, clock }: Pick<Deps, 'db' | 'catalogue' | 'clock'>,
  playerId: string,
): Promise<MyScores> {
  const now = clock.now()
  const scores = (await listScoresByPlayer(db, playerId)).filter(
    ({ startsAt, endsAt }) => startsAt <= now && (endsAt === null || now < endsAt),
  )
  const unlocked = (await listByPlayer(db, playerId)).filter(({ unlockedAt }) => unlockedAt !== null)
  const games: Game[] = []
  for (const project of catalogue.projects()) {
    const ownScores = await readRanks(db, project, scores)
    const achievements = project.achievements.flatMap((rules) => {
      const row = unlocked.find((one) => one.project === project.id && one.achievement === rules.id)
      return row ? [toAchievement(rules, row)] : []
    })
    if (ownScores.length === 0 && achievements.length === 0) continue
    const achievementCount = project.achievements.length
    games.push({ project: project.id, name: project.name, scores: ownScores, achievements, achievementCount })
  }
  return { name: (await findNames(db, [playerId])).get(playerId) ?? null, games }
}

async function readRanks(
  db: Db,
  { id, leaderboards }: Project,
  scores: PlayerScore[],
): Promise<Game['scores']> {
  const ranks: Game['scores'] = []
  for (const board of leaderboards) {
    const period = getMainPeriod(board)
    const own = scores.find((one) => one.project === id && one.board === board.id && one.period === period)
    if (!own) continue
    const rank = await findRank(db, own.seasonId, own.sortKey)
    ranks.push({ board: toLeaderboard(board), period, score: own.score, rank })
  }
  return ranks
}

export const toLeaderboard = ({
  id,
  aliases,
  title,
  order,
  format,
  decimals,
  periods,
  seasons,
}: Board): Leaderboard => ({
  ...{ id, aliases, title, order, format, decimals },
  periods: [
    ...periods.map((period) => ({ id: period, title: null })),
    ...seasons.map((season) => ({ id: season.id, title: season.title })),
  ],
})

/** A player's scores and achievements for the data export. */
export async function exportScores(db: Db, playerId: string): Promise<Record<string, unknown>> {
  const scores = await listScoresByPlayer(db, playerId)
  const achievements = await listByPlayer(db, playerId)
  const hidden = await listHiddenByPlayer(db, playerId)
  return {
    name: (await findNames(db, [playerId])).get(playerId) ?? null,
    scores: scores.map(
      ({ project, board, period, startsAt, score, extra, reachedAt, submittedAt, source }) => ({
        ...{ project, board, period, startsAt, score, extra, reachedAt, submittedAt, source },
      }),
    ),
    hidden: hidden.map(({ project, board, hiddenAt, reason }) => ({ project, board, hiddenAt, reason })),
    achievements: achievements.map(({ project, achievement, progress, unlockedAt, source }) => ({
      ...{ project, achievement, progress, unlockedAt, source },
    })),
  }
}
