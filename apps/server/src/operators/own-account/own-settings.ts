/** What operators change about their own login. */
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../platform/authentication/recovery-codes.ts'
import { transact } from '../../platform/database/database.ts'
import { enqueueAlert } from '../alerts/alerts.ts'
import type { Deps } from '../deps.ts'
import { findOperator, updateOperator } from '../operator-store.ts'
import type { OperatorLanguage } from '../tables.ts'
import { listMethods, type SecondFactorMethod } from '../two-factor/methods.ts'
import { deleteRecoveryCodes, insertRecoveryCodes } from '../two-factor/two-factor-store.ts'

/** How an operator can prove their presence. */
export async function listOwnMethods(deps: Pick<Deps, 'db'>, id: string): Promise<SecondFactorMethod[]> {
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
