import { recordOperation } from '../../platform/audit-log.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import type { Deps } from '../deps.ts'
import type { OperatorRow } from '../tables.ts'

/** Which check failed; the response does not tell. */
export type RefusedCheck = 'password' | 'code' | 'passkey'

/**
 * Records a refused login once a minute for each operator and check, so guessing does not fill the audit log.
 * @param operator  Undefined for an unknown email or passkey.
 */
export async function recordRefusedLogin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  operator: Pick<OperatorRow, 'id' | 'email' | 'state'> | undefined,
  check: RefusedCheck,
): Promise<void> {
  const now = clock.now()
  const subject = operator?.id ?? 'unknown'
  await transact(db, async (tx) => {
    const counter = `recorded refusals of ${check} of operator ${subject}`
    const { count } = await incrementCounter(tx, counter, now, now - MINUTE_MS)
    if (count > 1) return
    await recordOperation(
      tx,
      { operator: operator?.email ?? 'unknown', reason: null },
      {
        action: 'operator.login-refused',
        subject,
        after: { check, state: operator?.state ?? null },
        at: now,
        outcome: 'refused',
      },
    )
  })
}
