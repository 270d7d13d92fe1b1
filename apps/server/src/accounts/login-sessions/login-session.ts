import type { AuthMethod, LoginSession, SignedIn } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import type { LoginSessionRow } from '../tables.ts'
import { listLiveLoginSessions } from './login-session-store.ts'

const loginSessionLifeMs = 30 * DAY_MS

export function newLoginSession(
  playerId: string,
  authType: AuthMethod,
  visitor: ClientInfo,
  now: number,
): LoginSessionRow {
  return {
    id: newId(),
    playerId,
    authType,
    userAgent: visitor.userAgent,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + loginSessionLifeMs,
    revokedAt: null,
  }
}

/** What a player gets who has just signed in. */
export async function signedIn(
  { tokens, attachHubSession }: Deps,
  loginSession: LoginSessionRow,
  nickName: string,
  visitor: ClientInfo,
): Promise<SignedIn> {
  const { playerId } = loginSession
  return {
    jwt: await tokens.sign(loginSession),
    userId: playerId,
    nickName,
    currentAuthType: loginSession.authType,
    session: visitor.session && (await attachHubSession(visitor.session, playerId)),
  }
}

/** Where the player is signed in: here first, then where they were last seen. */
export async function ownLoginSessions({ db, clock }: Deps, actor: Actor): Promise<LoginSession[]> {
  const sessions = await listLiveLoginSessions(db, actor.playerId, clock.now())
  const told = sessions.map(({ id, authType, userAgent, createdAt, lastSeenAt }) => ({
    id,
    authType,
    userAgent,
    createdAt,
    lastSeenAt,
    isCurrent: id === actor.loginSessionId,
  }))
  return told.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}
