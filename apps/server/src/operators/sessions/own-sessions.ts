import { recordOperation } from '../../platform/audit-log.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { OperatorSessionRow } from '../tables.ts'
import type { AuthenticatedOperator } from './authenticate.ts'
import { sessionIdleMs } from './session.ts'
import { endSession, endSessions, listLiveSessions } from './session-store.ts'

export type OwnSession = Pick<OperatorSessionRow, 'id' | 'ip' | 'userAgent' | 'createdAt' | 'lastSeenAt'> & {
  isCurrent: boolean
}

/** The current session first, then others by last use. */
export async function listOwnSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { operator, session }: AuthenticatedOperator,
): Promise<OwnSession[]> {
  const now = clock.now()
  const rows = await listLiveSessions(db, operator.id, { now, idleSince: now - sessionIdleMs })
  const listed = rows.map(({ id, ip, userAgent, createdAt, lastSeenAt }) => {
    return { id, ip, userAgent, createdAt, lastSeenAt, isCurrent: id === session.id }
  })
  return listed.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/** Ends the current session. */
export async function logOut(
  deps: Pick<Deps, 'db' | 'clock'>,
  current: AuthenticatedOperator,
): Promise<void> {
  const { operator, session } = current
  const now = deps.clock.now()
  await transact(deps.db, async (tx) => {
    if (!(await endSession(tx, operator.id, session.id, now))) return
    await recordOperation(tx, byOperator(current), {
      action: 'operator.logout',
      subject: operator.id,
      at: now,
    })
  })
}

/**
 * Ends one of the operator's own sessions.
 * @throws Refusal LOGIN_SESSION_NOT_FOUND
 */
export async function endOwnSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  current: AuthenticatedOperator,
  id: string,
): Promise<void> {
  const { operator } = current
  const now = clock.now()
  await transact(db, async (tx) => {
    if (!(await endSession(tx, operator.id, id, now))) throw new Refusal('LOGIN_SESSION_NOT_FOUND')
    await recordOperation(tx, byOperator(current), {
      action: 'operator.end-sessions',
      subject: operator.id,
      before: { session: id },
      at: now,
    })
  })
}

/** Ends the operator's own sessions except the current one. @returns how many */
export async function endOtherSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  current: AuthenticatedOperator,
): Promise<number> {
  const { operator, session } = current
  const now = clock.now()
  return transact(db, async (tx) => {
    const ended = await endSessions(tx, operator.id, now, session.id)
    await recordOperation(tx, byOperator(current), {
      action: 'operator.end-sessions',
      subject: operator.id,
      before: { sessions: ended },
      after: { sessions: 0 },
      at: now,
    })
    return ended
  })
}

const byOperator = ({ operator, session }: AuthenticatedOperator) => ({
  operator: operator.name,
  operatorId: operator.id,
  sessionId: session.id,
  reason: null,
})
