import { recordOperation } from '../../platform/audit-log.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../platform/authentication/recovery-codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import { enqueueAlert } from '../alerts/alerts.ts'
import type { Deps } from '../deps.ts'
import { useLinks } from '../links/link-store.ts'
import { lockOperator, updateOperator } from '../operator-store.ts'
import { endSessions } from '../sessions/session-store.ts'
import { deletePasskeysAndCodes, insertRecoveryCodes } from '../two-factor/two-factor-store.ts'
import { expectPasswordEntered, type OpenLink } from './open-link.ts'

type EnteredLink = OpenLink & { passwordHash: string }

/** Locks the operator and reads the link again: only one of two concurrent steps completes a set-up. */
export async function lockSetUp(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  operatorId: string,
  token: string,
): Promise<EnteredLink> {
  await lockOperator(tx, operatorId)
  return expectPasswordEntered(tx, clock, token)
}

/**
 * Replaces what the operator logs in with, ends earlier sessions and activates the operator. Who had access before gets an
 * email.
 * @param totpSecret  Null when the two-factor method is a passkey, which the caller inserts afterwards.
 * @returns           New recovery codes.
 */
export async function completeSetUp(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  { link, operator, passwordHash }: EnteredLink,
  { totpSecret }: { totpSecret: string | null },
): Promise<string[]> {
  const now = clock.now()
  const { id } = operator
  const recoveryCodes = newRecoveryCodes()
  await deletePasskeysAndCodes(tx, id)
  await insertRecoveryCodes(tx, id, recoveryCodes.map(hashRecoveryCode))
  await endSessions(tx, id, now)
  const totpConfirmedAt = totpSecret === null ? null : now
  await updateOperator(tx, id, { passwordHash, totpSecret, totpConfirmedAt, state: 'active' })
  await useLinks(tx, id, now)
  await recordOperation(
    tx,
    { operator: operator.name, operatorId: id, reason: null },
    {
      action: 'operator.set-up',
      subject: id,
      before: { state: operator.state },
      after: {
        state: 'active',
        purpose: link.purpose,
        secondFactor: totpSecret === null ? 'passkey' : 'app',
      },
      at: now,
    },
  )
  const alert = link.purpose === 'set-up' ? 'password-changed' : 'two-factor-changed'
  if (operator.passwordHash !== null) await enqueueAlert({ jobs }, tx, { alert, operatorId: id, at: now })
  return recoveryCodes
}
