import type { KnownPlayer, ServerRouteParts } from '@playhub/contract'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'

type OrderRequest = ServerRouteParts<'POST /payments'>['body']

/**
 * A player who may act, given by a player id that the game knows, or by a hub session in the project.
 * @throws Refusal PLAYER_NOT_FOUND, ACCOUNT_BANNED, SESSION_NOT_FOUND or SESSION_NOT_SIGNED_IN
 */
export async function findActivePlayer(
  deps: Deps,
  project: string,
  { playerId = '', session }: Pick<OrderRequest, 'playerId' | 'session'>,
) {
  if (session === undefined && !(await isKnown(deps, project, playerId)))
    throw new Refusal('PLAYER_NOT_FOUND')
  const id = session === undefined ? playerId : await deps.sessions.getPlayerId(session, project)
  const account = await deps.findAccount(id)
  if (!account) throw new Refusal('PLAYER_NOT_FOUND')
  if (account.isBanned) throw new Refusal('ACCOUNT_BANNED')
  return account
}

/**
 * A player known to the game: one who bought something in it, played it while logged in, or logged in with one of its
 * hub sessions. Other players must not be visible to the project.
 * @throws Refusal PLAYER_NOT_FOUND
 */
export async function readKnownPlayer(deps: Deps, project: string, playerId: string): Promise<KnownPlayer> {
  const account = (await isKnown(deps, project, playerId)) && (await deps.findAccount(playerId))
  if (!account) throw new Refusal('PLAYER_NOT_FOUND')
  const { nickName, createdAt } = account
  return { id: playerId, nickName, createdAt }
}

/** @throws Refusal PLAYER_NOT_FOUND when the game does not know one of them, ACCOUNT_BANNED */
export async function expectActivePlayers(deps: Deps, project: string, playerIds: string[]): Promise<void> {
  for (const playerId of new Set(playerIds)) await findActivePlayer(deps, project, { playerId })
}

async function isKnown(
  { payments, play, library, sessions }: Deps,
  project: string,
  playerId: string,
): Promise<boolean> {
  return (
    (await payments.forProject(project).hasBought(playerId)) ||
    (await play.hasPlayed(playerId, project)) ||
    (await library.hasPlayed(playerId, project)) ||
    (await sessions.hasLoggedIn(playerId, project))
  )
}
