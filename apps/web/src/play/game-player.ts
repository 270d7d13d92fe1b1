import type { Player } from '@playhub/contract/bridge'
import { useMemo } from 'react'
import { type CurrentPlayer, currentPlayer, usePlayer } from '../lib/player.ts'
import { browserTexts } from '../lib/texts.ts'
import type { UserAuth } from './game-host-actions.ts'

/** Who plays now, as a game may know it. */
export function playerForGame(player: CurrentPlayer = currentPlayer()): Player {
  return player.kind === 'player'
    ? { id: player.userId, name: player.nickName, isGuest: false }
    : { id: null, name: browserTexts().t('authMethod.guest'), isGuest: true }
}

export function usePlayerForGame(): Player {
  const player = usePlayer()
  return useMemo(() => playerForGame(player), [player])
}

/** The same for games of the old messages. The login token is not a game's to have. */
export function userAuthForGame(player: CurrentPlayer = currentPlayer()): UserAuth {
  if (player.kind === 'guest') {
    return { currentAuthType: 'guest', userId: '', nickName: '', jwt: '', session: '' }
  }
  const { userId, nickName, session } = player
  return {
    currentAuthType: player.currentAuthType as UserAuth['currentAuthType'],
    userId,
    nickName,
    jwt: '',
    session,
  }
}
