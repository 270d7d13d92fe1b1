import type { Grant } from '@playhub/contract/operator'
import { hashToken } from '../../platform/authentication/random-token.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { updateOperator } from '../operator-store.ts'
import { listGrants } from '../roles/role-store.ts'
import type { OperatorRow, OperatorSessionRow } from '../tables.ts'
import { proofTtlMs, sessionIdleMs } from './session.ts'
import { findLiveSession, setSessionSeen } from './session-store.ts'

/** An operator with a live session, as of this call. */
export type AuthenticatedOperator = {
  operator: Pick<OperatorRow, 'id' | 'email' | 'name' | 'language'>
  session: Pick<
    OperatorSessionRow,
    'id' | 'tokenHash' | 'createdAt' | 'lastSeenAt' | 'provedAt' | 'expiresAt'
  > & {
    /** The last two-factor or passkey check authorizes sensitive changes until then. */
    provedUntil: number
  }
  grants: Grant[]
  hasRecentProof: boolean
}

/**
 * Reads the session on every call, so that a suspension, a change of roles and an ended session act at once on every
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
  if (lastSeenAt <= now - MINUTE_MS) await recordUse(db, { id, operatorId }, now)
  const provedUntil = provedAt + proofTtlMs
  return {
    operator: { id: operatorId, email, name, language },
    session: { id, tokenHash, createdAt, lastSeenAt, provedAt, expiresAt, provedUntil },
    grants: await listGrants(db, operatorId),
    hasRecentProof: provedUntil > now,
  }
}

async function recordUse(
  db: Db,
  { id, operatorId }: { id: string; operatorId: string },
  now: number,
): Promise<void> {
  await setSessionSeen(db, id, now)
  await updateOperator(db, operatorId, { lastSeenAt: now })
}
