import * as z from 'zod'
import { type Tx, transact } from '../../platform/database/database.ts'
import { deleteAccount, findIdentity } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { takeRegistration } from '../email-sign-in/registration-store.ts'
import { deleteResetTicketOf } from '../email-sign-in/reset-ticket-store.ts'
import type { AccountRow } from '../tables.ts'
import {
  claimDueAccount,
  deleteCodesTo,
  deleteIdentitiesOf,
  deleteLoginSessionsOf,
  listDueAccounts,
} from './deletion-store.ts'
import { deleteCredentialsOf, listIdentities } from './profile-store.ts'

export const eraseJob = 'accounts.erase'

const Payload = z.object({ playerId: z.string() })

export function defineErasure(deps: Deps): void {
  deps.jobs.define(eraseJob, {
    run: (payload) => eraseAccount(deps, Payload.parse(payload).playerId),
  })
}

/** Each account has a job for the very moment; here are those whose job was given up. */
export async function planOverdueErasures({ db, clock, jobs }: Deps): Promise<void> {
  for (const playerId of await listDueAccounts(db, clock.now())) {
    await jobs.enqueue(db, { kind: eraseJob, payload: { playerId }, dedupeKey: `${eraseJob} ${playerId}` })
  }
}

/** Forgets a player whose time is over. Safe to repeat; an account that was kept meanwhile stays. */
async function eraseAccount(deps: Deps, playerId: string): Promise<void> {
  const { db, clock, authentication, log } = deps
  const isErased = await transact(db, async (tx) => {
    const account = await claimDueAccount(tx, playerId, clock.now())
    if (account) await erase(deps, tx, account)
    return account !== undefined
  })
  if (!isErased) return
  authentication.forget(playerId)
  log.info({ playerId }, 'An account was erased, as its player had asked')
}

/** Goes from the edges to the account itself, so that the foreign keys hold at every step. */
async function erase({ elsewhere }: Deps, tx: Tx, { id, email }: AccountRow): Promise<void> {
  const mail = (await listIdentities(tx, id)).filter(({ provider }) => provider === 'mail')
  const emails = mail.map(({ subject }) => subject).concat(email ?? [])
  await elsewhere.erase(tx, id)
  await deleteLoginSessionsOf(tx, id)
  await deleteResetTicketOf(tx, id)
  await deleteCredentialsOf(tx, id)
  await deleteIdentitiesOf(tx, id)
  await deleteAccount(tx, id)
  for (const address of emails) await forgetAddress(tx, address)
}

/** What waits for an address goes too, unless somebody else signs in by it: a provider may tell us the same one. */
async function forgetAddress(tx: Tx, email: string): Promise<void> {
  if (await findIdentity(tx, 'mail', email)) return
  await deleteCodesTo(tx, email)
  await takeRegistration(tx, email)
}
