import * as z from 'zod'
import { hashToken } from '../../platform/authentication/random-token.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { AccountChange } from '../account-changes/account-change.ts'
import { findAccountChange, findUndoableChange, markUndone } from '../account-changes/account-change-store.ts'
import { applyUndoJob, needsDelay, postponeUndo } from '../account-changes/pending-undo.ts'
import { takeDueUndo } from '../account-changes/pending-undo-store.ts'
import type { AccountChangeRow } from '../account-changes/tables.ts'
import { deleteIdentity, insertIdentity, listIdentities, lockAccount } from '../account-store.ts'
import type { AllDeps } from '../all-deps.ts'
import { deleteResetTicket } from '../email-login/reset-ticket-store.ts'
import { deletePasskey, insertPasskey } from '../passkeys/passkey-store.ts'
import {
  deleteRecoveryCodes,
  deleteTwoFactor,
  findConfirmed,
  insertRecoveryCodes,
  insertTwoFactor,
} from '../two-factor/two-factor-store.ts'
import { clearDeletion } from './deletion-store.ts'

/**
 * Undoes a change with its emailed token, along with all later changes and everything else changed by the same login
 * session, and ends every login session: the owner did not make the change. The undo is delayed when it would let
 * mailbox access alone into the account.
 * @returns  The player id, and when the undo takes effect; null means immediately.
 * @throws Refusal UNDO_LINK_INVALID
 */
export async function undoAccountChange(
  deps: AllDeps,
  token: string,
): Promise<{ playerId: string; effectiveAt: number | null }> {
  const { db, clock } = deps
  return transact(db, async (tx) => {
    const change = await findUndoableChange(tx, hashToken(token), clock.now())
    if (!change || !(await lockAccount(tx, change.accountId))) throw new Refusal('UNDO_LINK_INVALID')
    const playerId = change.accountId
    const hasTwoFactor = (await findConfirmed(tx, playerId)) !== undefined
    if (await needsDelay(tx, change, hasTwoFactor))
      return { playerId, effectiveAt: await postponeUndo(deps, tx, change) }
    await applyUndo(deps, tx, change)
    return { playerId, effectiveAt: null }
  })
}

/** The job for a delayed undo. It does nothing when the undo was stopped. */
export function definePendingUndo(deps: AllDeps): void {
  deps.jobs.define(applyUndoJob, {
    run: (payload) => applyPendingUndo(deps, Payload.parse(payload).accountId),
  })
}

const Payload = z.object({ accountId: z.string() })

async function applyPendingUndo(deps: AllDeps, accountId: string): Promise<void> {
  const { db, clock, log } = deps
  await transact(db, async (tx) => {
    if (!(await lockAccount(tx, accountId))) return
    const pending = await takeDueUndo(tx, accountId, clock.now())
    const change = pending && (await findAccountChange(tx, pending.changeId))
    if (!change || change.undoneAt !== null) return
    await applyUndo(deps, tx, change)
    log.info({ playerId: accountId }, 'A change of an account was undone after its delay')
  })
}

async function applyUndo(deps: AllDeps, tx: Tx, change: AccountChangeRow): Promise<void> {
  const { clock, authentication } = deps
  const { accountId } = change
  const undone = await markUndone(tx, change, clock.now())
  if (undone.length === 0) throw new Refusal('UNDO_LINK_INVALID')
  for (const each of undone) await revert(deps, tx, accountId, AccountChange.parse(JSON.parse(each.change)))
  await authentication.revokeAll(tx, accountId)
  await deleteResetTicket(tx, accountId)
}

async function revert({ clock }: AllDeps, tx: Db, playerId: string, change: AccountChange): Promise<void> {
  switch (change.kind) {
    case 'identity-linked':
      return unlink(tx, playerId, change.identity)
    case 'identity-unlinked':
      // Another account may use it by now.
      await insertIdentity(tx, change.identity)
      return
    case 'passkey-added':
      await deletePasskey(tx, playerId, change.passkey.id)
      return
    case 'passkey-removed':
      await insertPasskey(tx, change.passkey)
      return
    case 'second-factor-added':
      await deleteRecoveryCodes(tx, playerId)
      await deleteTwoFactor(tx, playerId)
      return
    case 'second-factor-removed':
      // A set-up begun in the meantime.
      await deleteTwoFactor(tx, playerId)
      await insertTwoFactor(tx, change.secondFactor)
      await insertRecoveryCodes(tx, playerId, change.recoveryCodes)
      return
    case 'recovery-codes-renewed':
      await deleteRecoveryCodes(tx, playerId)
      await insertRecoveryCodes(tx, playerId, change.recoveryCodes)
      return
    case 'password-changed':
      // Not restored: the owner recovers it by email.
      return
    case 'deletion-requested':
      await clearDeletion(tx, playerId, clock.now())
  }
}

/** Keeps the last identity: nobody could log in without one. */
async function unlink(
  tx: Db,
  playerId: string,
  { provider, subject }: Extract<AccountChange, { kind: 'identity-linked' }>['identity'],
): Promise<void> {
  const identities = await listIdentities(tx, playerId)
  const isLinked = identities.some((each) => each.provider === provider && each.subject === subject)
  if (isLinked && identities.length > 1) await deleteIdentity(tx, playerId, provider)
}
