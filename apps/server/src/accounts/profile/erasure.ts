import * as z from 'zod'
import { type Tx, transact } from '../../platform/database/database.ts'
import { RetryLater } from '../../platform/jobs/job-kind.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import { deleteChangesByAccount } from '../account-changes/account-change-store.ts'
import { deletePendingUndo } from '../account-changes/pending-undo-store.ts'
import { deleteAccount, findAccount, findIdentity, listIdentities } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { deleteRegistration } from '../email-login/registration-store.ts'
import { deleteResetTicket } from '../email-login/reset-ticket-store.ts'
import { deletePasskeys } from '../passkeys/passkey-store.ts'
import type { AccountRow } from '../tables.ts'
import { deleteRecoveryCodes, deleteTwoFactor } from '../two-factor/two-factor-store.ts'
import {
  deleteCodesTo,
  deleteIdentitiesByAccount,
  deleteLoginSessionsByPlayer,
  listDueAccounts,
  lockDueAccount,
} from './deletion-store.ts'
import { deleteCredentialsByAccount } from './profile-store.ts'

const eraseJob = 'accounts.erase'

const Payload = z.object({ playerId: z.string() })

/** One per player, however often deletion is requested and cancelled: the job follows the account's date. */
export function eraseAccountJob(playerId: string, deletionAt: number): NewJob {
  return { kind: eraseJob, payload: { playerId }, runAt: deletionAt, dedupeKey: `${eraseJob} ${playerId}` }
}

/** Runs beside a job with a later date. */
export function eraseNowJob(playerId: string): NewJob {
  return { kind: eraseJob, payload: { playerId }, dedupeKey: `${eraseJob} ${playerId} now` }
}

export function defineErasure(deps: Deps): void {
  deps.jobs.define(eraseJob, {
    run: (payload) => eraseAccount(deps, Payload.parse(payload).playerId),
  })
}

/** Each account has a job for its exact time; this covers accounts whose job has failed permanently. */
export async function enqueueOverdueErasures({ db, clock, jobs }: Deps): Promise<void> {
  for (const playerId of await listDueAccounts(db, clock.now())) {
    await jobs.enqueue(db, eraseNowJob(playerId))
  }
}

/** Erases an account whose deletion is due. Idempotent; waits for a later date, and does nothing if it was cancelled. */
async function eraseAccount(deps: Deps, playerId: string): Promise<void> {
  const { db, clock, log } = deps
  const isErased = await transact(db, async (tx) => {
    const account = await lockDueAccount(tx, playerId, clock.now())
    if (account) await erase(deps, tx, account)
    return account !== undefined
  })
  if (!isErased) return waitForDate(deps, playerId)
  log.info({ playerId }, 'An account was erased at the request of its player')
}

/** @throws RetryLater  when the deletion was cancelled and requested again */
async function waitForDate({ db, clock }: Deps, playerId: string): Promise<void> {
  const { deletionAt = null } = (await findAccount(db, playerId)) ?? {}
  if (deletionAt !== null) throw new RetryLater('The account is deleted later', deletionAt - clock.now())
}

/** Deletes referencing rows first, because of foreign keys. */
async function erase({ personalRecords }: Deps, tx: Tx, { id, email }: AccountRow): Promise<void> {
  const mailIdentities = (await listIdentities(tx, id)).filter(({ provider }) => provider === 'mail')
  const emails = mailIdentities.map(({ subject }) => subject).concat(email ?? [])
  await personalRecords.erase(tx, id)
  await deleteLoginSessionsByPlayer(tx, id)
  await deleteResetTicket(tx, id)
  await deletePasskeys(tx, id)
  await deleteRecoveryCodes(tx, id)
  await deleteTwoFactor(tx, id)
  await deletePendingUndo(tx, id)
  await deleteChangesByAccount(tx, id)
  await deleteCredentialsByAccount(tx, id)
  await deleteIdentitiesByAccount(tx, id)
  await deleteAccount(tx, id)
  for (const mailbox of emails) await deletePendingByEmail(tx, mailbox)
}

/** Keeps them if another account logs in with this email: a provider may have reported the same one. */
async function deletePendingByEmail(tx: Tx, email: string): Promise<void> {
  if (await findIdentity(tx, 'mail', email)) return
  await deleteCodesTo(tx, email)
  await deleteRegistration(tx, email)
}
