import type { KnownPlayer, ServerRouteParts } from '@playhub/contract'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'

type OrderRequest = ServerRouteParts<'POST /payments'>['body']

/**
 * The player that an order is for, by id or by a hub session that the project has opened.
 * @throws Refusal PLAYER_NOT_FOUND, SESSION_NOT_FOUND or SESSION_NOT_SIGNED_IN
 */
export async function playerToPay(
  { accountOf, sessions }: Deps,
  project: string,
  { playerId, session }: Pick<OrderRequest, 'playerId' | 'session'>,
) {
  const id = session === undefined ? (playerId ?? '') : await sessions.playerOf(session, project)
  const account = await accountOf(id)
  if (!account) throw new Refusal('PLAYER_NOT_FOUND')
  return account
}

/**
 * A player that the game has met: who bought in it, played it signed in, or signed in with a hub session of its own. All
 * others are nobody's business.
 * @throws Refusal PLAYER_NOT_FOUND
 */
export async function knownPlayer(deps: Deps, project: string, playerId: string): Promise<KnownPlayer> {
  const account = (await isKnown(deps, project, playerId)) && (await deps.accountOf(playerId))
  if (!account) throw new Refusal('PLAYER_NOT_FOUND')
  const { nickName, createdAt } = account
  return { id: playerId, nickName, createdAt }
}

async function isKnown(
  { payments, play, sessions }: Deps,
  project: string,
  playerId: string,
): Promise<boolean> {
  return (
    (await payments.ofProject(project).hasBought(playerId)) ||
    (await play.hasPlayed(playerId, project)) ||
    (await sessions.hasOpened(playerId, project))
  )
}
