import type { BreakKind, BreakResult } from '@playhub/contract/bridge'
import type { ShowBreak } from '../bridge/game-host-actions.ts'

/** From the end of a break to the next interstitial: games ask for one after each level. */
export const interstitialGapMs = 60_000

interface BreakDeps<Content> {
  /** The operator has chosen breaks for this game, and the player sees the page. */
  isAllowed(): boolean
  /** Null when there is nothing to show. */
  load(): Promise<Content | null>
  /** Resolves to whether the player has watched it to its end. */
  show(kind: BreakKind, content: Content): Promise<boolean>
  now(): number
}

/** Breaks of one running game, in place of its portal's adverts. */
export function createBreaks<Content>({ isAllowed, load, show, now }: BreakDeps<Content>) {
  let lastEndedAt = Number.NEGATIVE_INFINITY

  async function showNow(kind: BreakKind, content: Content): Promise<BreakResult> {
    try {
      const isWatched = await show(kind, content)
      return { shown: true, rewarded: kind === 'rewarded' && isWatched }
    } finally {
      lastEndedAt = now()
    }
  }

  return {
    async prepare(kind: BreakKind): Promise<ShowBreak | null> {
      const isTooSoon = kind === 'interstitial' && now() - lastEndedAt < interstitialGapMs
      if (!isAllowed() || isTooSoon) return null
      const content = await load()
      return content && (() => showNow(kind, content))
    },
  }
}
