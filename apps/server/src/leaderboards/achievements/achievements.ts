import type { Achievement, AchievementProgress } from '@playhub/contract'
import type { AchievementRules, Project } from '../../catalogue/index.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { PlayerAchievementRow } from '../tables.ts'
import { findAchievement, listByPlayer, upsertAchievement } from './achievement-store.ts'

export type NewProgress = {
  project: string
  achievement: string
  playerId: string
  /** Default: all steps. */
  progress: number | undefined
  source: 'client' | 'server'
}

/**
 * Counts progress up. Progress only grows, so a call may come twice and in any order.
 * @throws Refusal ACHIEVEMENT_NOT_FOUND, SCORE_NOT_ALLOWED when only the game's server unlocks it, ACCOUNT_BANNED
 */
export async function addProgress(
  { db, clock, catalogue, expectAccount }: Pick<Deps, 'db' | 'clock' | 'catalogue' | 'expectAccount'>,
  { project, achievement: id, playerId, progress, source }: NewProgress,
): Promise<AchievementProgress> {
  const rules = catalogue.project(project)?.achievements.find((one) => one.id === id)
  if (!rules) throw new Refusal('ACHIEVEMENT_NOT_FOUND')
  if (source === 'client' && rules.unlock === 'server')
    throw new Refusal('SCORE_NOT_ALLOWED', { rule: 'unlock', limit: rules.unlock })
  const now = clock.now()
  return transact(db, async (tx) => {
    await expectAccount(tx, playerId)
    const old = await findAchievement(tx, { playerId, project, achievement: id })
    const steps = Math.min(rules.steps, Math.max(progress ?? rules.steps, old?.progress ?? 0))
    const unlockedAt = old?.unlockedAt ?? (steps === rules.steps ? now : null)
    const isNew = unlockedAt !== null && !old?.unlockedAt
    const row = { playerId, project, achievement: id, progress: steps, unlockedAt, source }
    if (steps !== old?.progress || isNew) await upsertAchievement(tx, row)
    return { ...toAchievement(rules, row), isNew }
  })
}

/** @param playerId  Undefined for a guest. */
export async function listAchievements(
  { db }: Pick<Deps, 'db'>,
  project: Project,
  playerId: string | undefined,
): Promise<Achievement[]> {
  const rows = playerId === undefined ? [] : await listByPlayer(db, playerId, project.id)
  return project.achievements.map((rules) =>
    toAchievement(
      rules,
      rows.find(({ achievement }) => achievement === rules.id),
    ),
  )
}

export function toAchievement(
  { id, title, description, icon, points, steps, isHidden }: AchievementRules,
  row: Pick<PlayerAchievementRow, 'progress' | 'unlockedAt'> | undefined,
): Achievement {
  const unlockedAt = row?.unlockedAt ?? null
  const isSecret = isHidden && unlockedAt === null
  return {
    id,
    ...(isSecret
      ? { title: null, description: null, icon: null }
      : { title, description, icon: icon ?? null }),
    ...{ points, steps, unlockedAt },
    progress: Math.min(steps, row?.progress ?? 0),
  }
}
