import { useEffect, useState } from 'react'
import { tintOf } from '../catalogue/game-words.ts'
import { browserApi } from '../lib/browser-api.ts'

/** The light of a game's room. It arrives after the payment itself, which never waits for it. */
export function useGameTint(project: string | undefined): Record<`--${string}`, string> | undefined {
  const [tint, setTint] = useState<ReturnType<typeof tintOf>>()
  useEffect(() => {
    if (!project) return
    let isWanted = true
    browserApi.getGameData(project).then(
      (game) => isWanted && setTint(tintOf(game)),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [project])
  return tint
}
