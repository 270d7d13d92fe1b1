import { DAY_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import type { Deps } from '../deps.ts'
import { expectReauthentication } from '../login-sessions/recent-reauthentication.ts'
import { AccountChange } from './account-change.ts'
import { endUndoLinks, listUndoneWith } from './account-change-store.ts'
import { deletePendingUndo, findPendingUndo, insertPendingUndo } from './pending-undo-store.ts'
import type { AccountChangeRow } from './tables.ts'

/** Long enough for the owner to read the announcement. */
const undoDelayMs = 3 * DAY_MS

export const applyUndoJob = 'accounts.apply-undo'
export const pendingUndoEmailJob = 'accounts.email-pending-undo'

const newJob = (kind: string, accountId: string, runAt?: number): NewJob => ({
  kind,
  payload: { accountId },
  ...(runAt !== undefined && { runAt }),
})

/** True when an undo would let anyone with mailbox access skip two-factor or log in through a removed email. */
export async function needsDelay(tx: Tx, start: AccountChangeRow, hasTwoFactor: boolean): Promise<boolean> {
  const rows = await listUndoneWith(tx, start)
  const changes = rows.map(({ change }) => AccountChange.parse(JSON.parse(change)))
  const unlinked = changes.flatMap((change) => (change.kind === 'identity-unlinked' ? [change.identity] : []))
  if (unlinked.some(({ provider }) => provider === 'mail')) return true
  if (!hasTwoFactor) return false
  const oldest = changes.findLast(
    ({ kind }) => kind === 'second-factor-added' || kind === 'second-factor-removed',
  )
  return unlinked.length > 0 || oldest?.kind === 'second-factor-added'
}

/** Announces the undo by email. @returns  When it takes effect; an earlier date stays. */
export async function postponeUndo(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  { accountId, id }: AccountChangeRow,
): Promise<number> {
  const requestedAt = clock.now()
  const effectiveAt = requestedAt + undoDelayMs
  if (await insertPendingUndo(tx, { accountId, changeId: id, requestedAt, effectiveAt })) {
    await jobs.enqueue(
      tx,
      newJob(pendingUndoEmailJob, accountId),
      newJob(applyUndoJob, accountId, effectiveAt),
    )
    return effectiveAt
  }
  return (await findPendingUndo(tx, accountId))?.effectiveAt ?? effectiveAt
}

/** Also ends the undo links, because the owner has confirmed the changes. Does nothing without a pending undo. */
export async function cancelPendingUndo(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  accountId: string,
): Promise<void> {
  if (await deletePendingUndo(tx, accountId)) await endUndoLinks(tx, accountId, clock.now())
}

/** @throws Refusal REAUTHENTICATION_REQUIRED */
export async function stopPendingUndo(deps: Deps, actor: Actor): Promise<void> {
  await expectReauthentication(deps, actor)
  await transact(deps.db, (tx) => cancelPendingUndo(deps, tx, actor.playerId))
}
