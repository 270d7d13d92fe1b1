import type { InterfaceLanguage } from '@playhub/contract'
import { hashPassword } from '../../platform/authentication/passwords/passwords.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findIdentity, insertAccount, insertIdentity, insertPassword } from '../account-store.ts'
import type { PasswordDeps } from '../passwords/new-password.ts'

export type NewEmailAccount = {
  /** Canonical and confirmed. */
  email: string
  passwordHash: string
  nickName: string
  language: InterfaceLanguage
}

/**
 * Creates an account with email login.
 * @returns  The player id.
 * @throws Refusal USER_EXIST_REGISTER_BY_EMAIL when the email has an account; roll the transaction back.
 */
export async function createEmailAccount(tx: Db, account: NewEmailAccount, now: number): Promise<string> {
  const { email, passwordHash, nickName, language } = account
  const { id } = await insertAccount(tx, { nickName, email, authType: 'mail', language, createdAt: now })
  const identity = { provider: 'mail', subject: email, accountId: id, label: email, createdAt: now } as const
  const isNew = await insertIdentity(tx, identity)
  if (!isNew) throw new Refusal('USER_EXIST_REGISTER_BY_EMAIL')
  await insertPassword(tx, id, passwordHash, now)
  return id
}

/** An account with a trusted email, such as the demo player's. */
export type SeedAccount = { email: string; password: string; name: string }

/**
 * Creates an account without email confirmation. An existing account keeps everything, including its password.
 * @returns  The player id.
 */
export async function ensureEmailAccount(deps: PasswordDeps, seed: SeedAccount): Promise<string> {
  const { db, clock, hashQueue } = deps
  const email = canonicalEmail(seed.email)
  const existing = await findIdentity(db, 'mail', email)
  if (existing) return existing.accountId
  const passwordHash = await hashQueue.run(() => hashPassword(seed.password))
  const account = { email, passwordHash, nickName: seed.name, language: 'en' } as const
  try {
    return await transact(db, (tx) => createEmailAccount(tx, account, clock.now()))
  } catch (error) {
    // Another hub on the same database created it first.
    if (error instanceof Refusal) return ensureEmailAccount(deps, seed)
    throw error
  }
}

export async function hasEmailAccount(db: Db, email: string): Promise<boolean> {
  return (await findIdentity(db, 'mail', canonicalEmail(email))) !== undefined
}

/** By the login email, else by the email that an identity provider sent. */
export async function findPlayerByEmail(
  db: Db,
  email: string,
): Promise<{ playerId: string; language: InterfaceLanguage } | undefined> {
  const identity = await findIdentity(db, 'mail', email)
  const [account, other] = await db
    .selectFrom('accounts')
    .select(['id as playerId', 'language'])
    .where((eb) => (identity ? eb('id', '=', identity.accountId) : eb('email', '=', email)))
    .limit(2)
    .execute()
  return other ? undefined : account
}
