import type { Hub } from '@playhub/game-sdk'

export interface GameScores {
  submit(board: string, score: number): void
  unlock(achievement: string): void
  /** @param steps  How many steps are done. */
  progress(achievement: string, steps: number): void
}

/** Reports scores to the hub. The game goes on all the same when the hub refuses one, or a guest plays. */
export function createGameScores({ scores, achievements, supports }: Hub): GameScores {
  /** By achievement, so what has not changed is not sent again. */
  const reported = new Map<string, number>()

  function report(achievement: string, steps: number, send: () => Promise<unknown>): void {
    if (!supports('achievements') || steps <= (reported.get(achievement) ?? 0)) return
    reported.set(achievement, steps)
    send().catch(ignore)
  }

  return {
    submit(board, score) {
      if (supports('leaderboards')) scores.submit(board, score).catch(ignore)
    },
    unlock: (achievement) => report(achievement, 1, () => achievements.unlock(achievement)),
    progress: (achievement, steps) =>
      report(achievement, steps, () => achievements.progress(achievement, steps)),
  }
}

const ignore = () => undefined
