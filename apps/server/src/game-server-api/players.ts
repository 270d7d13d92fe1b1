import type { KnownPlayer, ServerRouteParts } from '@playhub/contract'
import { Refusal } from '../platform/refusal.ts'
import { hasSaves } from '../saves/index.ts'
import type { Deps } from './deps.ts'

type OrderRequest = ServerRouteParts<'POST /payments'>['body']

/**
 * An active player, given by player id, or by a hub session in the project.
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
 * A player known to the game: one who bought something in it, played it while logged in, saved in it, or logged in with
 * one of its hub sessions. Other players must not be visible to the project.
 * @throws Refusal PLAYER_NOT_FOUND
 */
export async function readKnownPlayer(deps: Deps, project: string, playerId: string): Promise<KnownPlayer> {
  const { nickName, createdAt } = await findKnownPlayer(deps, project, playerId)
  return { id: playerId, nickName, createdAt }
}

/** @throws Refusal PLAYER_NOT_FOUND when the game does not know one of them, ACCOUNT_BANNED */
export async function expectActivePlayers(deps: Deps, project: string, playerIds: string[]): Promise<void> {
  for (const playerId of new Set(playerIds)) await findActivePlayer(deps, project, { playerId })
}

/** @throws Refusal PLAYER_NOT_FOUND, ACCOUNT_BANNED */
export async function expectKnownPlayer(deps: Deps, project: string, playerId: string): Promise<void> {
  const { isBanned } = await findKnownPlayer(deps, project, playerId)
  if (isBanned) throw new Refusal('ACCOUNT_BANNED')
}

/** @throws Refusal PLAYER_NOT_FOUND */
async function findKnownPlayer(deps: Deps, project: string, playerId: string) {
  const account = (await isKnown(deps, project, playerId)) && (await deps.findAccount(playerId))
  if (!account) throw new Refusal('PLAYER_NOT_FOUND')
  return account
}

async function isKnown(
  { db, payments, play, library, sessions }: Deps,
  project: string,
  playerId: string,
): Promise<boolean> {
  return (
    (await payments.forProject(project).hasBought(playerId)) ||
    (await play.hasPlayed(playerId, project)) ||
    (await library.hasPlayed(playerId, project)) ||
    (await sessions.hasLoggedIn(playerId, project)) ||
    (await hasSaves(db, playerId, project))
  )
}
