import type { Grant, SessionEnd } from '@playhub/contract/operator'
import { hashToken } from '../../platform/authentication/random-token.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { updateOperator } from '../operator-store.ts'
import { listGrants } from '../roles/role-store.ts'
import type { OperatorRow, OperatorSessionRow } from '../tables.ts'
import { reauthenticationTtlMs, sessionIdleMs } from './session.ts'
import { findLiveSession, findSessionByToken, setSessionSeen } from './session-store.ts'

/** An operator with a live session, as of this call. */
export type AuthenticatedOperator = {
  operator: Pick<OperatorRow, 'id' | 'email' | 'name' | 'language'> & { hasWeeklyReport: boolean }
  session: Pick<
    OperatorSessionRow,
    'id' | 'tokenHash' | 'createdAt' | 'lastSeenAt' | 'provedAt' | 'expiresAt'
  > & {
    /** The last two-factor or passkey check authorizes sensitive changes until then. */
    provedUntil: number
  }
  grants: Grant[]
  hasRecentReauthentication: boolean
}

/**
 * Reads the session on every call, so a suspension, a change of roles and an ended session act at once on every
 * hub.
 * @param token  From the cookie.
 * @returns      Undefined without a live session.
 */
export async function authenticateOperator(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string | undefined,
): Promise<AuthenticatedOperator | undefined> {
  if (token === undefined || token === '') return undefined
  const now = clock.now()
  const found = await findLiveSession(db, hashToken(token), now)
  if (!found || found.lastSeenAt <= now - sessionIdleMs) return undefined
  const { id, operatorId, email, name, language, tokenHash, createdAt, lastSeenAt, provedAt, expiresAt } =
    found
  const hasWeeklyReport = found.hasWeeklyReport === 1
  if (lastSeenAt <= now - MINUTE_MS) await recordUse(db, { id, operatorId }, now)
  const provedUntil = provedAt + reauthenticationTtlMs
  return {
    operator: { id: operatorId, email, name, language, hasWeeklyReport },
    session: { id, tokenHash, createdAt, lastSeenAt, provedAt, expiresAt, provedUntil },
    grants: await listGrants(db, operatorId),
    hasRecentReauthentication: provedUntil > now,
  }
}

/** Tells why a token opens no session any more. Undefined for one that never did. */
export async function findSessionEnd(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string | undefined,
): Promise<SessionEnd | undefined> {
  const session = token ? await findSessionByToken(db, hashToken(token)) : undefined
  if (!session) return undefined
  const now = clock.now()
  // A suspended operator's session may not be marked.
  if (session.endedAt !== null) return 'ended'
  if (session.expiresAt <= now) return 'expired'
  return session.lastSeenAt <= now - sessionIdleMs ? 'idle' : 'ended'
}

async function recordUse(
  db: Db,
  { id, operatorId }: { id: string; operatorId: string },
  now: number,
): Promise<void> {
  await setSessionSeen(db, id, now)
  await updateOperator(db, operatorId, { lastSeenAt: now })
}
