import type { InterfaceLanguage, Me } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { deletionEmailJob } from '../email-jobs.ts'
import { clearDeletion, scheduleDeletion } from './deletion-store.ts'
import { eraseJob } from './erasure.ts'
import { readMe } from './profile.ts'

const gracePeriodMs = 14 * DAY_MS

/** Schedules the deletion of an account and notifies the player by email. Idempotent: the first date stays. */
export async function requestDeletion(deps: Deps, actor: Actor, language: InterfaceLanguage): Promise<Me> {
  const { db, clock, jobs, log } = deps
  const { playerId } = actor
  const deletionAt = clock.now() + gracePeriodMs
  const isScheduled = await transact(db, async (tx) => {
    const account = await scheduleDeletion(tx, playerId, deletionAt)
    if (!account) return false
    await jobs.enqueue(tx, { kind: eraseJob, payload: { playerId }, runAt: deletionAt })
    if (account.email !== null) await jobs.enqueue(tx, deletionEmailJob(account.email, language, deletionAt))
    return true
  })
  if (isScheduled) log.info({ playerId, deletionAt }, 'A player asked for the account to be deleted')
  return readMe(db, actor)
}

/**
 * Cancels a scheduled deletion. Does nothing without one.
 * @throws Refusal UNAUTHORIZED when the deletion is due
 */
export async function cancelDeletion({ db, clock, log }: Deps, actor: Actor): Promise<Me> {
  const isCancelled = await clearDeletion(db, actor.playerId, clock.now())
  if (!isCancelled) throw new Refusal('UNAUTHORIZED')
  log.info({ playerId: actor.playerId }, 'A player cancelled the deletion of the account')
  return readMe(db, actor)
}
