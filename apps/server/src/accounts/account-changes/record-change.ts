import type { InterfaceLanguage } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import { findAccount, listIdentities } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { accountChangeEmailJob } from '../email-jobs.ts'
import { type AccountChange, undoTtlMs } from './account-change.ts'
import { insertAccountChange } from './account-change-store.ts'

/**
 * Records a change and emails its owner how to undo it. Without an address there is nobody to inform.
 * @param tx  The transaction of the change.
 */
export async function recordAccountChange(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Db,
  { playerId, loginSessionId }: Actor,
  change: AccountChange,
  language: InterfaceLanguage,
): Promise<void> {
  const emails = await ownersEmails(tx, playerId, change)
  if (emails.length === 0) return
  const now = clock.now()
  const id = newId()
  await insertAccountChange(tx, {
    id,
    accountId: playerId,
    loginSessionId,
    change: JSON.stringify(change),
    emails: JSON.stringify(emails),
    language,
    tokenHash: null,
    createdAt: now,
    expiresAt: now + undoTtlMs,
    undoneAt: null,
  })
  await jobs.enqueue(tx, accountChangeEmailJob(id))
}

/** The address of the account and the one that signs in, also when it was just unlinked. */
async function ownersEmails(tx: Db, playerId: string, change: AccountChange): Promise<string[]> {
  const account = await findAccount(tx, playerId)
  const identities = await listIdentities(tx, playerId)
  if (change.kind === 'identity-unlinked') identities.push(change.identity)
  const subjects = identities.filter(({ provider }) => provider === 'mail').map(({ subject }) => subject)
  return [...new Set([...(account?.email ? [account.email] : []), ...subjects])]
}
