import type { InterfaceLanguage, Me } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAccountChange } from '../account-changes/record-change.ts'
import type { Deps } from '../deps.ts'
import { expectReauthentication } from '../login-sessions/recent-reauthentication.ts'
import { clearDeletion, scheduleDeletion } from './deletion-store.ts'
import { eraseAccountJob } from './erasure.ts'
import { readMe } from './profile.ts'

export const gracePeriodMs = 14 * DAY_MS

/**
 * Schedules an account deletion and notifies the player by email. Idempotent: the first date stays.
 * @throws Refusal REAUTHENTICATION_REQUIRED
 */
export async function requestDeletion(deps: Deps, actor: Actor, language: InterfaceLanguage): Promise<Me> {
  const { db, clock, jobs } = deps
  const { playerId } = actor
  await expectReauthentication(deps, actor)
  const deletionAt = clock.now() + gracePeriodMs
  await transact(db, async (tx) => {
    const account = await scheduleDeletion(tx, playerId, deletionAt)
    if (!account) return
    await jobs.enqueue(tx, eraseAccountJob(playerId, deletionAt))
    await recordAccountChange(deps, tx, actor, { kind: 'deletion-requested', deletionAt }, language)
  })
  return readMe(db, actor)
}

/**
 * Cancels a scheduled deletion. Does nothing without one.
 * @throws Refusal UNAUTHORIZED when the deletion is due
 */
export async function cancelDeletion({ db, clock }: Deps, actor: Actor): Promise<Me> {
  const isCancelled = await clearDeletion(db, actor.playerId, clock.now())
  if (!isCancelled) throw new Refusal('UNAUTHORIZED')
  return readMe(db, actor)
}
