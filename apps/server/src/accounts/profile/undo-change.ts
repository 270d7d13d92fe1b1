import { type Db, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { AccountChange } from '../account-changes/account-change.ts'
import { findUndoableChange, markUndone } from '../account-changes/account-change-store.ts'
import { deleteIdentity, insertIdentity, listIdentities, lockAccount } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { deleteResetTicketOf } from '../email-sign-in/reset-ticket-store.ts'
import { deletePasskey, insertPasskey } from '../passkeys/passkey-store.ts'
import { hashToken } from '../random-token.ts'
import {
  deleteRecoveryCodes,
  deleteSecondFactor,
  insertRecoveryCodes,
  insertSecondFactor,
} from '../second-factor/second-factor-store.ts'
import { clearDeletion } from './deletion-store.ts'

/**
 * Undoes a change with the token from its email, together with everything that was changed since and everything else that
 * the same login session changed, and ends every login session: the owner did not make the change.
 * @returns  The player id.
 * @throws Refusal UNDO_LINK_INVALID
 */
export async function undoAccountChange(deps: Deps, token: string): Promise<string> {
  const { db, clock, authentication } = deps
  return transact(db, async (tx) => {
    const change = await findUndoableChange(tx, hashToken(token), clock.now())
    if (!change || !(await lockAccount(tx, change.accountId))) throw new Refusal('UNDO_LINK_INVALID')
    const undone = await markUndone(tx, change, clock.now())
    if (undone.length === 0) throw new Refusal('UNDO_LINK_INVALID')
    for (const each of undone) {
      await revert(deps, tx, change.accountId, AccountChange.parse(JSON.parse(each.change)))
    }
    await authentication.revokeAll(tx, change.accountId)
    await deleteResetTicketOf(tx, change.accountId)
    return change.accountId
  })
}

async function revert({ clock }: Deps, tx: Db, playerId: string, change: AccountChange): Promise<void> {
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
      await deleteSecondFactor(tx, playerId)
      return
    case 'second-factor-removed':
      // A set-up that was begun meanwhile.
      await deleteSecondFactor(tx, playerId)
      await insertSecondFactor(tx, change.secondFactor)
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

/** Keeps the last identity: without one nobody could sign in. */
async function unlink(
  tx: Db,
  playerId: string,
  { provider, subject }: Extract<AccountChange, { kind: 'identity-linked' }>['identity'],
): Promise<void> {
  const identities = await listIdentities(tx, playerId)
  const isLinked = identities.some((each) => each.provider === provider && each.subject === subject)
  if (isLinked && identities.length > 1) await deleteIdentity(tx, playerId, provider)
}
