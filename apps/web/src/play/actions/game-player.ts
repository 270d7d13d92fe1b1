import type { GameToken, Player } from '@playhub/contract/bridge'
import { useMemo } from 'react'
import { call } from '../../lib/api/api.ts'
import { navigate } from '../../lib/browser/navigation.ts'
import { browserTexts, currentLanguage } from '../../lib/language/texts.ts'
import {
  type CurrentPlayer,
  currentPlayer,
  isLoggedIn,
  knownPlayer,
  usePlayer,
} from '../../lib/player/player.ts'
import { GameRefusal, type UserAuth } from '../bridge/game-host-actions.ts'

/** The player, as games may see them. */
export function playerForGame(player: CurrentPlayer = currentPlayer()): Player {
  return player.kind === 'player'
    ? { id: player.userId, name: player.nickName, isGuest: false }
    : { id: null, name: browserTexts().t('authMethod.guest'), isGuest: true }
}

export function usePlayerForGame(): Player {
  const player = usePlayer()
  return useMemo(() => playerForGame(player), [player])
}

/** The player, as legacy games see them. The token is a game token, never the login token. */
export async function userAuthForGame(project: string): Promise<UserAuth> {
  const player = await knownPlayer()
  if (player.kind === 'guest') {
    return { currentAuthType: 'guest', userId: '', nickName: '', jwt: '', session: '' }
  }
  const { userId, nickName, session, currentAuthType } = player
  // A game without a server does not need the token, so it continues when there is none.
  const token = await fetchGameToken(project).catch(() => null)
  return {
    currentAuthType,
    userId,
    nickName,
    jwt: token?.token ?? '',
    session,
  }
}

/**
 * Issues a short-lived token that proves to this project's game server who is playing.
 * @throws GameRefusal  NOT_SIGNED_IN for a guest.
 */
export async function fetchGameToken(project: string): Promise<GameToken> {
  if (!isLoggedIn()) throw new GameRefusal('NOT_SIGNED_IN')
  return (await call('POST /play/token', { body: { project } })).data.result
}

/**
 * Opens the sign-in page, which leads back to the game afterwards. The game is unloaded with this page, so the promise
 * never settles.
 */
export function leaveToLogin(): Promise<never> {
  navigate(`/session/login?locale=${currentLanguage()}`)
  return new Promise(() => undefined)
}
