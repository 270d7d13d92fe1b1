import { type ComponentType, useEffect, useState } from 'react'
import { loadTexts } from '../lib/language/texts.ts'

type Section = ComponentType<{ project: string }>

/**
 * The leaderboards and achievements of a game, loaded when the page has nothing else to do. They are not in the cached
 * page, which is the same for all players for minutes.
 */
export function LazyGameScores({ project }: { project: string }) {
  const [Section, setSection] = useState<Section | null>(null)
  useEffect(() => {
    const idle = whenIdle(async () => {
      const [{ GameScores }] = await Promise.all([import('./game-scores.tsx'), loadTexts('game')])
      setSection(() => GameScores)
    })
    return idle.cancel
  }, [])
  return Section && <Section project={project} />
}

/** Safari has no idle callback. */
function whenIdle(load: () => Promise<void>): { cancel(): void } {
  const run = () => void load().catch(() => undefined)
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 3_000 })
    return { cancel: () => cancelIdleCallback(handle) }
  }
  const timer = setTimeout(run, 200)
  return { cancel: () => clearTimeout(timer) }
}
