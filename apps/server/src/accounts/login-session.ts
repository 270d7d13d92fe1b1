import type { AuthMethod, SignedIn } from '@playhub/contract'
import { DAY_MS } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Deps, Visitor } from './deps.ts'
import type { LoginSessionRow } from './tables.ts'

const loginSessionLifeMs = 30 * DAY_MS

export function newLoginSession(
  playerId: string,
  authType: AuthMethod,
  visitor: Visitor,
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
  { tokens }: Deps,
  loginSession: LoginSessionRow,
  nickName: string,
  visitor: Visitor,
): Promise<SignedIn> {
  return {
    jwt: await tokens.sign(loginSession),
    userId: loginSession.playerId,
    nickName,
    currentAuthType: loginSession.authType,
    session: visitor.session,
  }
}
