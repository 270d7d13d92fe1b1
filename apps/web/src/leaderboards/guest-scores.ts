import type { Leaderboard } from '@playhub/contract'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { call } from '../lib/api/api.ts'
import { localStore } from '../lib/browser/storage.ts'
import { isLoggedIn } from '../lib/player/player.ts'

/** A guest's score, submitted after the login. */
export type GuestScore = { board: string; score: number; extra?: string; playId: string; at: number }

/** The hub takes no score of an older play. */
export const keptMs = 24 * 60 * 60 * 1000
const keyFor = (project: string) => `playhub-guest-scores:${project}`

const store = (project: string, scores: GuestScore[]) =>
  localStore.set(keyFor(project), JSON.stringify(scores))

/** This browser's scores for a guest, kept at most a day. */
export function listGuestScores(project: string): GuestScore[] {
  try {
    const stored: GuestScore[] = JSON.parse(localStore.get(keyFor(project)) ?? '[]')
    return stored.filter(({ at }) => Date.now() - at < keptMs)
  } catch {
    return []
  }
}

/** Keeps a guest's score if it is the best one. Returns what is kept, and if it is new. */
export function keepGuestScore(
  project: string,
  { id, order }: Pick<Leaderboard, 'id' | 'order'>,
  given: Omit<GuestScore, 'board' | 'at'>,
): { best: number; isNewBest: boolean } {
  const scores = listGuestScores(project)
  const old = scores.find(({ board }) => board === id)
  const isNewBest = !old || (order === 'ascending' ? given.score < old.score : given.score > old.score)
  if (!isNewBest) return { best: old.score, isNewBest }
  const others = scores.filter(({ board }) => board !== id)
  store(project, [...others, { ...given, board: id, at: Date.now() }])
  return { best: given.score, isNewBest }
}

/** Submits what this player reached before the login. Returns how many scores counted. */
export async function submitGuestScores(project: string): Promise<number> {
  const scores = isLoggedIn() ? listGuestScores(project) : []
  const kept: GuestScore[] = []
  let submitted = 0
  for (const guestScore of scores) {
    const { at: _at, ...score } = guestScore
    try {
      await call('POST /play/scores', { body: { project, ...score } })
      submitted += 1
    } catch (error) {
      if (!isFinal(error)) kept.push(guestScore)
    }
  }
  if (scores.length > 0) store(project, kept)
  return submitted
}

/** The hub refuses the score at the next visit, too. */
export const isFinal = (error: unknown) =>
  error instanceof ApiRefusal && ![401, 429, 503].includes(error.status)
