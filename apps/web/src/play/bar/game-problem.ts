import { tabStore } from '../../lib/browser/storage.ts'
import type { CurrentPlay } from './current-play.ts'

const key = 'playhub-game-problem'

/** Details for support about a reported game. */
export interface GameProblem {
  name: string
  buildNumber: number | null
  lastError: string | null
  context: string | null
}

/** Keeps it for the support form, which may come after a login. */
export function rememberProblem({
  name,
  buildNumber,
  lastError,
  context,
}: { name: string } & Pick<CurrentPlay, 'buildNumber' | 'lastError' | 'context'>): void {
  tabStore.set(key, JSON.stringify({ name, buildNumber, lastError, context } satisfies GameProblem))
}

/** The last reported problem. */
export function readProblem(): GameProblem | null {
  const stored = tabStore.get(key)
  if (stored === null) return null
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}

export function forgetProblem(): void {
  tabStore.remove(key)
}
