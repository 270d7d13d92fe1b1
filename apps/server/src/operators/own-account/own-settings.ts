/** Operators' changes to their own login. */
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../platform/authentication/recovery-codes.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { enqueueAlert } from '../alerts/alerts.ts'
import type { Deps } from '../deps.ts'
import { findOperator, lockOperator, updateOperator } from '../operator-store.ts'
import type { OperatorLanguage } from '../tables.ts'
import { listMethods, type TwoFactorMethod } from '../two-factor/methods.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from '../two-factor/two-factor-store.ts'

/** Ways for an operator to reauthenticate. */
export async function listOwnMethods(deps: Pick<Deps, 'db'>, id: string): Promise<TwoFactorMethod[]> {
  const operator = await findOperator(deps.db, id)
  return operator ? listMethods(deps, operator) : []
}

export async function setLanguage(
  { db }: Pick<Deps, 'db'>,
  id: string,
  language: OperatorLanguage,
): Promise<void> {
  await updateOperator(db, id, { language })
}

export async function setWeeklyReport({ db }: Pick<Deps, 'db'>, id: string, isOn: boolean): Promise<void> {
  await updateOperator(db, id, { hasWeeklyReport: isOn ? 1 : 0 })
}

/** Changes the name, which the audit log and tickets show from now on, and the language. */
export async function setProfile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  { name, language }: { name: string; language: OperatorLanguage },
  operation: Operation,
): Promise<void> {
  await transact(db, async (tx) => {
    const before = await lockOperator(tx, id)
    if (!before) throw new Refusal('OPERATOR_NOT_FOUND')
    await updateOperator(tx, id, { name, language })
    if (before.name === name) return
    await recordOperation(tx, operation, {
      action: 'operator.change-name',
      subject: id,
      before: { name: before.name },
      after: { name },
      at: clock.now(),
    })
  })
}

/** Replaces an operator's recovery codes. @returns the new ones, which are stored as hashes only */
export async function renewRecoveryCodes(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  id: string,
  operation: Operation,
): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes()
  await transact(db, async (tx) => {
    await deleteRecoveryCodes(tx, id)
    await insertRecoveryCodes(tx, id, recoveryCodes.map(hashRecoveryCode))
    const at = clock.now()
    await recordOperation(tx, operation, { action: 'operator.renew-recovery-codes', subject: id, at })
    await enqueueAlert({ jobs }, tx, { alert: 'two-factor-changed', operatorId: id, at })
  })
  return recoveryCodes
}
