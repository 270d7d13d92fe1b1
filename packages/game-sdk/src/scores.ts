import type {
  Achievement,
  BoardView,
  ScoreEntry,
  ScoreOptions,
  SubmittedScore,
} from '@playhub/contract/leaderboards/bridge-scores'
import type { Transport } from './transport.ts'

export interface Scores {
  /**
   * Submits a score of the player. `board` and its limits are declared in the file of the project. Rejects with
   * `SCORE_NOT_ALLOWED` beyond a limit, and with `SCORE_TOO_SOON`. Without a connection it is queued.
   */
  submit(board: string, score: number, options?: ScoreOptions): Promise<SubmittedScore>
  /** The best scores, for guests too. */
  top(board: string, view?: BoardView): Promise<ScoreEntry[]>
  /** The score of the player between those before and after it; empty without a score, and for a guest. */
  around(board: string, view?: BoardView): Promise<ScoreEntry[]>
}

export interface Achievements {
  /** Unlocking twice changes nothing. Rejects with `NOT_SIGNED_IN` for a guest. */
  unlock(id: string): Promise<Achievement>
  /** Reports how many steps are done in all. Progress only grows. */
  progress(id: string, steps: number): Promise<Achievement>
  list(): Promise<Achievement[]>
}

export const createScores = ({ call }: Transport): { scores: Scores; achievements: Achievements } => ({
  scores: {
    submit: (board, score, options) => call('scores.submit', { board, score, ...options }),
    top: (board, view) => call('scores.top', { board, ...view }),
    around: (board, view) => call('scores.around', { board, ...view }),
  },
  achievements: {
    unlock: (id) => call('achievements.progress', { id }),
    progress: (id, progress) => call('achievements.progress', { id, progress }),
    list: () => call('achievements.list'),
  },
})
