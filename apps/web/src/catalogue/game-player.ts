import type { Player } from '@playhub/contract/bridge'
import { useMemo } from 'react'
import { type CurrentPlayer, usePlayer } from '../lib/player.ts'
import { browserTexts } from '../lib/texts.ts'

/** Who plays, as a game may know it. */
export function playerForGame(player: CurrentPlayer): Player {
  return player.kind === 'player'
    ? { id: player.userId, name: player.nickName, isGuest: false }
    : { id: null, name: browserTexts().t('authMethod.guest'), isGuest: true }
}

export function usePlayerForGame(): Player {
  const player = usePlayer()
  return useMemo(() => playerForGame(player), [player])
}
