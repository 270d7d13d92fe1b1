import type { Answer } from '../platform/emulated-api.ts'

/** Answers kept by idempotency key, so that a repeated request changes nothing. */
export interface Replays {
  /**
   * @param request  what must be the same on a repeat: method, path and body
   * @returns the kept answer, or `another` when the key was used for another request
   */
  find(key: string, request: string): Answer | 'another' | undefined
  keep(key: string, request: string, answer: Answer): void
  save(): Replay[]
  load(saved: Replay[]): void
}

interface Replay {
  key: string
  request: string
  answer: Answer
  keptAt: number
}

const KEPT = 20_000
const KEPT_FOR_MS = 24 * 60 * 60 * 1000

export function createReplays(now: () => number): Replays {
  const kept = new Map<string, Replay>()
  return {
    find(key, request) {
      const known = kept.get(key)
      if (!known || known.keptAt + KEPT_FOR_MS <= now()) return undefined
      return known.request === request ? known.answer : 'another'
    },
    keep(key, request, answer) {
      kept.set(key, { key, request, answer, keptAt: now() })
      if (kept.size > KEPT) kept.delete(kept.keys().next().value as string)
    },
    save: () => [...kept.values()],
    load(saved) {
      for (const replay of saved) kept.set(replay.key, replay)
    },
  }
}
