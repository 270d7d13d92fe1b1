import type { Player } from '@playhub/contract/bridge'
import { useMemo } from 'react'
import { browserTexts } from '../../lib/language/texts.ts'
import { type CurrentPlayer, currentPlayer, usePlayer } from '../../lib/player/player.ts'
import type { UserAuth } from '../bridge/game-host-actions.ts'
import { gameToken } from './game-token.ts'

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

/** The same for games of the old messages, with a game token: the login is not a game's to have. */
export async function userAuthForGame(project: string): Promise<UserAuth> {
  const player = currentPlayer()
  if (player.kind === 'guest') {
    return { currentAuthType: 'guest', userId: '', nickName: '', jwt: '', session: '' }
  }
  const { userId, nickName, session } = player
  return {
    currentAuthType: player.currentAuthType as UserAuth['currentAuthType'],
    userId,
    nickName,
    jwt: await tokenIfAny(project),
    session,
  }
}

/** A game goes on without a token: it may have no server to show it to. */
async function tokenIfAny(project: string): Promise<string> {
  try {
    return (await gameToken(project)).token
  } catch {
    return ''
  }
}
