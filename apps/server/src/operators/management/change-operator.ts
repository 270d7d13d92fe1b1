/** Owners' changes to operators. They act on the operator's next call, on every hub. */

import { isDeepStrictEqual } from 'node:util'
import type { Grant } from '@playhub/contract/operator'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { enqueueAlert } from '../alerts/alerts.ts'
import type { ManagementDeps } from '../deps.ts'
import { deleteLinks } from '../links/link-store.ts'
import { type IssuedLink, issueLink } from '../links/links.ts'
import { lockOperator, lockOperatorChanges, updateOperator } from '../operator-store.ts'
import { listGrants, listOtherOwners, replaceGrants } from '../roles/role-store.ts'
import { endSessions } from '../sessions/session-store.ts'
import type { OperatorRow } from '../tables.ts'
import { countPasskeys, deletePasskeysAndCodes } from '../two-factor/two-factor-store.ts'
import { isOwner, normalizeGrants } from './grants.ts'

type Deps = Pick<ManagementDeps, 'db' | 'clock'>

/**
 * Ends an operator's sessions and refuses to log them in. Idempotent.
 * @throws Refusal OPERATOR_NOT_FOUND or LAST_OWNER
 */
export async function suspendOperator({ db, clock }: Deps, id: string, operation: Operation): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    const operator = await lockForChange(tx, id)
    if (operator.state === 'suspended') return
    await rejectIfLastOwner(tx, operator)
    await updateOperator(tx, id, { state: 'suspended' })
    const sessions = await endSessions(tx, id, now)
    await deleteLinks(tx, id)
    await recordOperation(tx, operation, {
      action: 'operator.suspend',
      subject: id,
      before: { state: operator.state, sessions },
      after: { state: 'suspended', sessions: 0 },
      at: now,
    })
  })
}

/**
 * Lifts a suspension. An operator who has not completed the set-up needs a new link. Idempotent.
 * @throws Refusal OPERATOR_NOT_FOUND
 */
export async function activateOperator({ db, clock }: Deps, id: string, operation: Operation): Promise<void> {
  await transact(db, async (tx) => {
    const operator = await lockForChange(tx, id)
    if (operator.state !== 'suspended') return
    const state = operator.passwordHash === null ? 'invited' : 'active'
    await updateOperator(tx, id, { state })
    await recordOperation(tx, operation, {
      action: 'operator.activate',
      subject: id,
      before: { state: operator.state },
      after: { state },
      at: clock.now(),
    })
  })
}

/**
 * Replaces an operator's grants and mails them to the operator.
 * @throws Refusal OPERATOR_NOT_FOUND, BODY_INVALID or LAST_OWNER
 */
export async function changeRoles(
  deps: Pick<ManagementDeps, 'db' | 'clock' | 'jobs'>,
  id: string,
  wanted: Grant[],
  operation: Operation,
): Promise<void> {
  const now = deps.clock.now()
  const grants = normalizeGrants(wanted)
  await transact(deps.db, async (tx) => {
    const operator = await lockForChange(tx, id)
    if (!isOwner(grants)) await rejectIfLastOwner(tx, operator)
    const before = await listGrants(tx, id)
    await replaceGrants(tx, id, grants, { grantedBy: operation.operator, grantedAt: now })
    await recordOperation(tx, operation, {
      action: 'operator.change-roles',
      subject: id,
      before: { grants: before },
      after: { grants },
      at: now,
    })
    if (operator.state === 'active' && !isDeepStrictEqual(before, grants))
      await enqueueAlert(deps, tx, { alert: 'roles-changed', operatorId: id, at: now, grants })
  })
}

/**
 * Deletes the two-factor method of an operator who has lost it and ends the sessions. The link asks for the password.
 * @throws Refusal OPERATOR_NOT_FOUND, or OPERATOR_NOT_ACTIVE before the set-up is complete
 */
export async function resetTwoFactor(
  deps: ManagementDeps,
  id: string,
  operation: Operation,
): Promise<IssuedLink> {
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    const operator = await lockForChange(tx, id)
    if (operator.state !== 'active') throw new Refusal('OPERATOR_NOT_ACTIVE')
    const before = { app: operator.totpSecret !== null, passkeys: await countPasskeys(tx, id) }
    await deletePasskeysAndCodes(tx, id)
    await updateOperator(tx, id, { totpSecret: null, totpConfirmedAt: null })
    await endSessions(tx, id, now)
    await recordOperation(tx, operation, {
      action: 'operator.reset-two-factor',
      subject: id,
      before,
      after: { app: false, passkeys: 0 },
      at: now,
    })
    return issueLink(deps, tx, id, 'two-factor')
  })
}

/**
 * Issues a new link: to set up access, or to do so again for who has forgotten the password. Until it is used, nothing
 * changes for the operator.
 * @throws Refusal OPERATOR_NOT_FOUND, or OPERATOR_NOT_ACTIVE for a suspended operator
 */
export async function reissueLink(
  deps: ManagementDeps,
  id: string,
  operation: Operation,
): Promise<IssuedLink> {
  return transact(deps.db, async (tx) => {
    const operator = await lockForChange(tx, id)
    if (operator.state === 'suspended') throw new Refusal('OPERATOR_NOT_ACTIVE')
    const at = deps.clock.now()
    await recordOperation(tx, operation, { action: 'operator.link', subject: id, at })
    return issueLink(deps, tx, id, 'set-up')
  })
}

async function lockForChange(tx: Tx, id: string): Promise<OperatorRow> {
  await lockOperatorChanges(tx)
  const operator = await lockOperator(tx, id)
  if (!operator) throw new Refusal('OPERATOR_NOT_FOUND')
  return operator
}

async function rejectIfLastOwner(tx: Tx, { id, state }: OperatorRow): Promise<void> {
  if (state !== 'active' || !isOwner(await listGrants(tx, id))) return
  if ((await listOtherOwners(tx, id)).length === 0) throw new Refusal('LAST_OWNER')
}
