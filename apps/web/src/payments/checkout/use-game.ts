import type { Game } from '@playhub/contract'
import { useEffect, useState } from 'react'
import { browserApi } from '../../lib/api/browser-api.ts'

/** The game something is bought for: its light and its name. It comes after the payment, which never waits for it. */
export function useGame(project: string | undefined): Game | undefined {
  const [game, setGame] = useState<Game>()
  useEffect(() => {
    if (!project) return
    let isWanted = true
    browserApi.getGameData(project).then(
      (found) => isWanted && setGame(found),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [project])
  return game
}
