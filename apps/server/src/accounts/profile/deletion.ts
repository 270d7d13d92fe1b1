import type { InterfaceLanguage, Me } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { mailDeletionJob } from './deletion-email.ts'
import { planDeletion, undoDeletion } from './deletion-store.ts'
import { eraseJob } from './erasure.ts'
import { readMe } from './profile.ts'

/** How long a player may change their mind. */
const graceMs = 14 * DAY_MS

/** Plans the end of an account and tells the player by mail. Asked again, the first date stands. */
export async function requestDeletion(deps: Deps, actor: Actor, language: InterfaceLanguage): Promise<Me> {
  const { db, clock, jobs, log } = deps
  const { playerId } = actor
  const deletionAt = clock.now() + graceMs
  const planned = await transact(db, async (tx) => {
    const account = await planDeletion(tx, playerId, deletionAt)
    if (!account) return false
    await jobs.enqueue(tx, { kind: eraseJob, payload: { playerId }, runAt: deletionAt })
    const letter = { email: account.email, language, deletionAt }
    if (account.email !== null) await jobs.enqueue(tx, { kind: mailDeletionJob, payload: letter })
    return true
  })
  if (planned) log.info({ playerId, deletionAt }, 'A player asked for the account to be deleted')
  return readMe(db, actor)
}

/**
 * Keeps an account that was to be deleted; one that was not stays as it is.
 * @throws Refusal UNAUTHORIZED when the time is over
 */
export async function keepAccount({ db, clock, log }: Deps, actor: Actor): Promise<Me> {
  const isKept = await undoDeletion(db, actor.playerId, clock.now())
  if (!isKept) throw new Refusal('UNAUTHORIZED')
  log.info({ playerId: actor.playerId }, 'A player keeps the account')
  return readMe(db, actor)
}
