import { call } from '../lib/api/api.ts'
import { localStore } from '../lib/browser/storage.ts'
import { currentPlayer } from '../lib/player/player.ts'
import { loadBoards } from './boards.ts'
import { isFinal, keptMs } from './guest-scores.ts'

/** A score without a connection. */
export type QueuedScore = {
  /** Null: the first leaderboard of the game. */
  board: string | null
  score: number
  extra?: string
  playId: string
  /** Null: a guest's, for the player who logs in. */
  playerId: string | null
  at: number
}

const maxScores = 20
const retryMs = 60_000
const keyFor = (project: string) => `playhub-queued-scores:${project}`

function list(project: string): QueuedScore[] {
  try {
    const stored: QueuedScore[] = JSON.parse(localStore.get(keyFor(project)) ?? '[]')
    return stored.filter(({ at }) => Date.now() - at < keptMs)
  } catch {
    return []
  }
}

const store = (project: string, scores: QueuedScore[]) =>
  localStore.set(keyFor(project), JSON.stringify(scores.slice(-maxScores)))

/** Keeps the lowest and the highest score of a leaderboard: its order is not known here. */
export function queueScore(project: string, given: Omit<QueuedScore, 'at'>): void {
  const scores = list(project)
  const isRival = ({ board, playerId }: QueuedScore) => board === given.board && playerId === given.playerId
  const rivals = [...scores.filter(isRival), { ...given, at: Date.now() }].sort((a, b) => a.score - b.score)
  const extremes = rivals.filter((_, index) => index === 0 || index === rivals.length - 1)
  store(project, [...scores.filter((score) => !isRival(score)), ...extremes])
}

/** Sends what waits for this player, one after another, until the hub cannot be reached. */
export async function sendQueuedScores(project: string): Promise<void> {
  const player = currentPlayer()
  if (player.kind === 'guest') return
  for (const queued of list(project)) {
    const { at, board, playerId, ...score } = queued
    if (playerId !== null && playerId !== player.userId) continue
    try {
      const [first] = board === null ? await loadBoards(project) : []
      const body = { project, board: board ?? first?.id ?? '', ...score }
      await call('POST /play/scores', { body })
    } catch (error) {
      if (!isFinal(error)) return
    }
    const isSent = (one: QueuedScore) => one.at === at && one.board === board && one.score === score.score
    store(
      project,
      list(project).filter((one) => !isSent(one)),
    )
  }
}

/** Sends queued scores now, when the connection is back, and each minute. @returns a function to stop it */
export function keepSendingScores(project: string): () => void {
  const send = () => void sendQueuedScores(project).catch(() => undefined)
  const timer = setInterval(send, retryMs)
  window.addEventListener('online', send)
  send()
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', send)
  }
}
