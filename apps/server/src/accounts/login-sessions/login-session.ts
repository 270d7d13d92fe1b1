import type { AuthType, LoggedIn, LoginSession } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isBanned } from '../account-store.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import type { LoginSessionRow } from '../tables.ts'
import { hashNetwork } from './known-networks.ts'
import { findLoginState, listLiveLoginSessions, revokeOldestLoginSessions } from './login-session-store.ts'
import type { LoginTokens } from './login-tokens.ts'

export type LoginDeps = Deps & { tokens: LoginTokens }

const loginSessionTtlMs = 30 * DAY_MS
/** Exceeds any player's device count; limits what scripts that keep logging in leave behind. */
const maxLoginSessions = 100

export function newLoginSession(
  { clock, codePepper }: Pick<Deps, 'clock' | 'codePepper'>,
  playerId: string,
  authType: AuthType,
  client: Pick<ClientInfo, 'userAgent' | 'address'>,
): LoginSessionRow {
  const now = clock.now()
  return {
    id: newId(),
    playerId,
    authType,
    userAgent: client.userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + loginSessionTtlMs,
    revokedAt: null,
    confirmedAt: null,
    networkHash: hashNetwork(codePepper, playerId, client.address),
  }
}

/**
 * Signs the login token, ends the oldest login sessions beyond the limit and attaches the player to the hub session.
 * @throws Refusal ACCOUNT_BANNED; the login session is not live then
 */
export async function completeLogin(
  { db, clock, tokens, attachHubSession }: LoginDeps,
  loginSession: LoginSessionRow,
  nickName: string,
  client: ClientInfo,
): Promise<LoggedIn> {
  const { playerId } = loginSession
  const { session, project } = client
  const state = await findLoginState(db, playerId)
  if (state && isBanned(state, clock.now())) throw new Refusal('ACCOUNT_BANNED')
  if ((state?.openSessions ?? 0) > maxLoginSessions)
    await revokeOldestLoginSessions(db, playerId, maxLoginSessions, clock.now())
  return {
    jwt: await tokens.sign(loginSession),
    userId: playerId,
    nickName,
    currentAuthType: loginSession.authType,
    session: session && (await attachHubSession({ id: session, playerId, project })),
  }
}

/** The current login session first, then others by last use. */
export async function ownLoginSessions({ db, clock }: Deps, actor: Actor): Promise<LoginSession[]> {
  const sessions = await listLiveLoginSessions(db, actor.playerId, clock.now())
  const listed = sessions.map(({ id, authType, userAgent, createdAt, lastSeenAt }) => ({
    id,
    authType,
    userAgent,
    createdAt,
    lastSeenAt,
    isCurrent: id === actor.loginSessionId,
  }))
  return listed.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}
