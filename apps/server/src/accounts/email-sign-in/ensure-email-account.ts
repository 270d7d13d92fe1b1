import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findIdentity } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { createEmailAccount } from './email-account.ts'
import { canonicalEmail } from './email-address.ts'

export type KnownPlayer = { email: string; password: string; name: string }

/**
 * Makes an account without a letter, for an address that needs no proof: the demo player's. One that exists stays as
 * it is, its password too.
 * @returns  The player's id.
 */
export async function ensureEmailAccount(deps: Deps, player: KnownPlayer): Promise<string> {
  const { db, clock, hashQueue } = deps
  const email = canonicalEmail(player.email)
  const existing = await findIdentity(db, 'mail', email)
  if (existing) return existing.accountId
  const passwordHash = await hashQueue.run(() => hashPassword(player.password))
  const account = { email, passwordHash, nickName: player.name, language: 'en' } as const
  try {
    return await transact(db, (tx) => createEmailAccount(tx, account, clock.now()))
  } catch (error) {
    // Another hub that starts on the same database was faster.
    if (error instanceof Refusal) return ensureEmailAccount(deps, player)
    throw error
  }
}
