import type { InterfaceLanguage } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertAccount, insertCredential, insertIdentity } from '../account-store.ts'

export type NewEmailAccount = {
  /** Canonical, and shown to be the player's. */
  email: string
  passwordHash: string
  nickName: string
  language: InterfaceLanguage
}

/**
 * Makes an account that signs in by email.
 * @returns  The player's id.
 * @throws Refusal USER_EXIST_REGISTER_BY_EMAIL when the address has one; roll the transaction back.
 */
export async function createEmailAccount(tx: Db, account: NewEmailAccount, now: number): Promise<string> {
  const { email, passwordHash, nickName, language } = account
  const id = newId()
  await insertAccount(tx, {
    id,
    nickName,
    email,
    receiptEmail: null,
    authType: 'mail',
    language,
    createdAt: now,
    firstName: null,
    lastName: null,
    deletionAt: null,
  })
  const identity = { provider: 'mail', subject: email, accountId: id, label: email, createdAt: now } as const
  const isNew = await insertIdentity(tx, identity)
  if (!isNew) throw new Refusal('USER_EXIST_REGISTER_BY_EMAIL')
  await insertCredential(tx, {
    id: newId(),
    accountId: id,
    hash: passwordHash,
    createdAt: now,
    replacedAt: null,
  })
  return id
}
