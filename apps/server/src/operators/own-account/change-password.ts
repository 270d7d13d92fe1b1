import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { hashPassword, verifyPassword } from '../../platform/authentication/passwords/passwords.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { enqueueAlert } from '../alerts/alerts.ts'
import type { Deps } from '../deps.ts'
import { useLinks } from '../links/link-store.ts'
import { deletePasswordLinks } from '../new-password/password-link-store.ts'
import { findOperator, lockOperator, updateOperator } from '../operator-store.ts'
import type { AuthenticatedOperator } from '../sessions/authenticate.ts'
import { endSessions } from '../sessions/session-store.ts'
import { rejectWeakPassword } from '../set-up/set-up.ts'

const maxTriesPerHour = 10

/**
 * Replaces the operator's password and ends the other sessions.
 * @throws Refusal OPERATOR_PASSWORD_INCORRECT, BODY_INVALID, PASSWORD_COMMON or TOO_MANY_REQUESTS
 */
export async function changePassword(
  deps: Deps,
  { operator: { id }, session }: AuthenticatedOperator,
  form: { password: string; newPassword: string },
  operation: Operation,
): Promise<void> {
  const { db, clock, hashQueue } = deps
  const reset = await limitTries(deps, `operator password changes of ${id}`, maxTriesPerHour)
  const known = (await findOperator(db, id))?.passwordHash ?? ''
  if (known === '' || !(await hashQueue.run(() => verifyPassword(form.password, known))))
    throw new Refusal('OPERATOR_PASSWORD_INCORRECT')
  rejectWeakPassword(deps, form.newPassword)
  const passwordHash = await hashQueue.run(() => hashPassword(form.newPassword))
  const at = clock.now()
  await transact(db, async (tx) => {
    // Another change may have come first, which ended this session.
    if ((await lockOperator(tx, id))?.passwordHash !== known) throw new Refusal('OPERATOR_PASSWORD_INCORRECT')
    await updateOperator(tx, id, { passwordHash })
    const sessions = await endSessions(tx, id, at, session.id)
    await deletePasswordLinks(tx, id)
    await useLinks(tx, id, at)
    await recordOperation(tx, operation, {
      action: 'operator.change-password',
      subject: id,
      before: { sessions },
      after: { by: 'session' },
      at,
    })
    await enqueueAlert(deps, tx, { alert: 'password-replaced', operatorId: id, at })
    await reset(tx)
  })
}
