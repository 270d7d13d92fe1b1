import type { AuthMethod, InterfaceLanguage, Me } from '@playhub/contract'
import type { Actor } from '../platform/api.ts'
import type { Db } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findAccount } from './account-store.ts'
import { findSignedInAccount } from './login-session-store.ts'

/** A player, as other capabilities see them. */
export type Account = {
  playerId: string
  email: string | null
  receiptEmail: string | null
  nickName: string
  currentAuthType: AuthMethod
  language: InterfaceLanguage
  createdAt: number
}

export async function readAccount(db: Db, playerId: string): Promise<Account | undefined> {
  const account = await findAccount(db, playerId)
  if (!account) return undefined
  const { email, receiptEmail, nickName, authType, language, createdAt } = account
  return { playerId, email, receiptEmail, nickName, currentAuthType: authType, language, createdAt }
}

/** @throws Refusal UNAUTHORIZED when the account is gone. */
export async function readMe(db: Db, { loginSessionId }: Actor): Promise<Me> {
  const account = await findSignedInAccount(db, loginSessionId)
  if (!account) throw new Refusal('UNAUTHORIZED')
  const { id, nickName, authType, email, receiptEmail, createdAt } = account
  return { userId: id, nickName, currentAuthType: authType, email, receiptEmail, createdAt }
}
