import type { AuthMethod, LoginSession, SignedIn } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import type { LoginSessionRow } from '../tables.ts'
import { listLiveLoginSessions } from './login-session-store.ts'

const loginSessionTtlMs = 30 * DAY_MS

export function newLoginSession(
  playerId: string,
  authType: AuthMethod,
  client: ClientInfo,
  now: number,
): LoginSessionRow {
  return {
    id: newId(),
    playerId,
    authType,
    userAgent: client.userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + loginSessionTtlMs,
    revokedAt: null,
  }
}

/** Signs the login token and attaches the player to the hub session. */
export async function completeSignIn(
  { tokens, attachHubSession }: Deps,
  loginSession: LoginSessionRow,
  nickName: string,
  client: ClientInfo,
): Promise<SignedIn> {
  const { playerId } = loginSession
  return {
    jwt: await tokens.sign(loginSession),
    userId: playerId,
    nickName,
    currentAuthType: loginSession.authType,
    session: client.session && (await attachHubSession(client.session, playerId)),
  }
}

/** The current login session first, then the others by last use. */
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
