import type { GameToken, Player } from '@playhub/contract/bridge'
import { useMemo } from 'react'
import { call } from '../../lib/api/api.ts'
import { navigate } from '../../lib/browser/navigation.ts'
import { browserMessages, currentLanguage } from '../../lib/language/messages.ts'
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
    ? toPlayer(player.userId || readSubject(player.jwt), player.nickName)
    : toPlayer(null, browserMessages().t('authMethod.guest'))
}

/** A token from a URL comes without details, and the request for them may fail. */
function readSubject(token: string): string {
  try {
    const [, payload = ''] = token.split('.')
    return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).sub ?? ''
  } catch {
    return ''
  }
}

function toPlayer(id: string | null, name: string): Player {
  return { id, name, isGuest: id === null, picture: drawPicture(name) }
}

/** The letter of the account menu. */
function drawPicture(name: string): string {
  const [letter = '?'] = name.match(/[\p{L}\p{N}]/u) ?? []
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"><path fill="#ff9a4d" d="M0 0h128v128H0z"/>
    <text x="64" y="86" text-anchor="middle" style="font: bold 64px sans-serif">${letter.toUpperCase()}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
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
 * Issues a short-lived token for proving the player's identity to this project's game server.
 * @throws GameRefusal  NOT_SIGNED_IN for a guest.
 */
export async function fetchGameToken(project: string): Promise<GameToken> {
  if (!isLoggedIn()) throw new GameRefusal('NOT_SIGNED_IN')
  return (await call('POST /play/token', { body: { project } })).data.result
}

/**
 * Opens the login page, which leads back to the game afterwards. The game is unloaded with this page, so the promise
 * never settles.
 */
export function leaveToLogin(): Promise<never> {
  navigate(`/session/login?locale=${currentLanguage()}`)
  return new Promise(() => undefined)
}
