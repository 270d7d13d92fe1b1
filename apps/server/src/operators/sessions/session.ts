import { hashToken, newToken } from '../../platform/authentication/random-token.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Deps, OperatorClient } from '../deps.ts'
import type { OperatorSessionRow } from '../tables.ts'

/** Counted from the login, however much it is used. */
export const sessionTtlMs = 12 * HOUR_MS
/** An idle session ends after this. */
export const sessionIdleMs = HOUR_MS
/** Time in which a two-factor or passkey check authorizes sensitive changes. */
export const reauthenticationTtlMs = 10 * MINUTE_MS

const maxUserAgentLength = 256

/** A session whose two-factor check has just passed. The plain token exists only in the cookie. */
export function newSession(
  { clock }: Pick<Deps, 'clock'>,
  operatorId: string,
  { ip, userAgent }: OperatorClient,
): { token: string; session: OperatorSessionRow } {
  const now = clock.now()
  const token = newToken()
  const session = {
    tokenHash: hashToken(token),
    id: newId(),
    operatorId,
    createdAt: now,
    lastSeenAt: now,
    provedAt: now,
    expiresAt: now + sessionTtlMs,
    endedAt: null,
    ip,
    userAgent: userAgent.slice(0, maxUserAgentLength),
  }
  return { token, session }
}
