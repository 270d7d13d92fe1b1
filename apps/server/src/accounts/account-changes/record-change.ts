import type { InterfaceLanguage } from '@playhub/contract'
import { type Clock, HOUR_MS, MINUTE_MS, secondsUntil } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAccount, listIdentities } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { accountChangeEmailJob } from '../queued-emails.ts'
import { type AccountChange, undoTtlMs } from './account-change.ts'
import { findLastChangeAt, insertAccountChange } from './account-change-store.ts'

/** Each change sends an email. No player needs more. */
const maxChangesPerHour = 20
/** Changes within this time share one email. */
const mergeMs = MINUTE_MS

/** Marks a change by an operator or by email recovery. */
export const noLoginSession = ''

/**
 * Records a change and emails the owner how to undo it.
 * @param tx  The change's transaction.
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
  // The first change is emailed at once; changes within the next minute share one email.
  const isFirst = lastAt === undefined || Math.abs(now - lastAt) >= mergeMs
  await jobs.enqueue(tx, { ...accountChangeEmailJob(id), runAt: isFirst ? now : now + mergeMs })
}

/** A refusal rolls the transaction back, so the counter stays at its limit until the hour ends. */
async function countChange(tx: Db, clock: Clock, playerId: string): Promise<void> {
  const now = clock.now()
  const { count, since } = await incrementCounter(tx, `account changes of ${playerId}`, now, now - HOUR_MS)
  if (count <= maxChangesPerHour) return
  throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: secondsUntil(since + HOUR_MS, now) })
}

/** The account's email and its login email, even if just unlinked. */
async function ownersEmails(tx: Db, playerId: string, change: AccountChange): Promise<string[]> {
  const account = await findAccount(tx, playerId)
  const identities = await listIdentities(tx, playerId)
  if (change.kind === 'identity-unlinked') identities.push(change.identity)
  const subjects = identities.filter(({ provider }) => provider === 'mail').map(({ subject }) => subject)
  return [...new Set([...(account?.email ? [account.email] : []), ...subjects])]
}
