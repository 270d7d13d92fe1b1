import type { AuthType, LoggedIn, LoginSession } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isBanned } from '../account-store.ts'
import type { ClientInfo } from '../client-info.ts'
import { lacksConsent } from '../consents/consent.ts'
import type { Deps } from '../deps.ts'
import { hashNetwork } from '../network-hash.ts'
import type { LoginSessionRow } from '../tables.ts'
import { findLoginState, listLiveLoginSessions, revokeOldestLoginSessions } from './login-session-store.ts'
import type { LoginTokens } from './login-tokens.ts'

export type LoginDeps = Deps & { tokens: LoginTokens }

const loginSessionTtlMs = 30 * DAY_MS
/** Exceeds any player's device count; limits the login sessions scripts leave behind. */
const maxLoginSessions = 100

export function newLoginSession(
  { clock, codePepper }: Pick<Deps, 'clock' | 'codePepper'>,
  playerId: string,
  authType: AuthType,
  client: Pick<ClientInfo, 'userAgent' | 'ip'>,
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
    networkHash: hashNetwork(codePepper, playerId, client.ip),
  }
}

/**
 * Signs the login token, ends the oldest login sessions beyond the limit and attaches the player to the hub session.
 * @throws Refusal ACCOUNT_BANNED; the login session is not live then
 */
export async function completeLogin(
  deps: LoginDeps,
  loginSession: LoginSessionRow,
  nickName: string,
  client: ClientInfo,
): Promise<LoggedIn> {
  const { db, clock, tokens } = deps
  const { playerId } = loginSession
  const { session, project } = client
  const state = await findLoginState(db, playerId)
  if (state && isBanned(state, clock.now())) throw new Refusal('ACCOUNT_BANNED')
  if ((state?.openSessions ?? 0) > maxLoginSessions)
    await revokeOldestLoginSessions(db, playerId, maxLoginSessions, clock.now())
  const consentRequired = await lacksConsent(db, deps, playerId)
  return {
    jwt: await tokens.sign(loginSession),
    userId: playerId,
    nickName,
    currentAuthType: loginSession.authType,
    // A game learns of the player once the consent is given: `POST /me/consents`.
    ...(consentRequired
      ? { session: '', consentRequired }
      : { session: session && (await deps.attachHubSession({ id: session, playerId, project })) }),
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
