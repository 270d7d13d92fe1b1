import type { InterfaceLanguage } from '@playhub/contract'
import { type Clock, HOUR_MS, MINUTE_MS, secondsUntil } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAccount, listIdentities } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { accountChangeEmailJob } from '../email-jobs.ts'
import { type AccountChange, undoTtlMs } from './account-change.ts'
import { findLastChangeAt, insertAccountChange } from './account-change-store.ts'

/** More than a player needs; each change sends an email. */
const maxChangesPerHour = 20
/** Changes within this time share an email. */
const mergeMs = MINUTE_MS

/** Of an operator, or of a recovery by email. */
export const noLoginSession = ''

/**
 * Records a change and emails its owner how to undo it.
 * @param tx  The transaction of the change.
 * @throws Refusal TOO_MANY_REQUESTS after many changes by the player
 */
export async function recordAccountChange(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Db,
  { playerId, loginSessionId }: Actor,
  change: AccountChange,
  language: InterfaceLanguage,
): Promise<void> {
  const now = clock.now()
  if (loginSessionId !== noLoginSession) await countChange(tx, clock, playerId)
  const lastAt = await findLastChangeAt(tx, playerId)
  const id = newId()
  await insertAccountChange(tx, {
    id,
    accountId: playerId,
    loginSessionId,
    change: JSON.stringify(change),
    emails: JSON.stringify(await ownersEmails(tx, playerId, change)),
    language,
    tokenHash: null,
    createdAt: now,
    expiresAt: now + undoTtlMs,
    undoneAt: null,
    emailBatch: null,
  })
  // The first one is emailed at once. Those that follow within a minute share the next email.
  const isFirst = lastAt === undefined || Math.abs(now - lastAt) >= mergeMs
  await jobs.enqueue(tx, { ...accountChangeEmailJob(id), runAt: isFirst ? now : now + mergeMs })
}

/** A refusal rolls the transaction back, so the counter stays at its limit until its hour ends. */
async function countChange(tx: Db, clock: Clock, playerId: string): Promise<void> {
  const now = clock.now()
  const { count, since } = await incrementCounter(tx, `account changes of ${playerId}`, now, now - HOUR_MS)
  if (count <= maxChangesPerHour) return
  throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: secondsUntil(since + HOUR_MS, now) })
}

/** The address of the account and the one that signs in, also when it was just unlinked. */
async function ownersEmails(tx: Db, playerId: string, change: AccountChange): Promise<string[]> {
  const account = await findAccount(tx, playerId)
  const identities = await listIdentities(tx, playerId)
  if (change.kind === 'identity-unlinked') identities.push(change.identity)
  const subjects = identities.filter(({ provider }) => provider === 'mail').map(({ subject }) => subject)
  return [...new Set([...(account?.email ? [account.email] : []), ...subjects])]
}
