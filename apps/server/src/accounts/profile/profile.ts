import type { AuthMethod, InterfaceLanguage, Me } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAccount, isBanned, lockAccount } from '../account-store.ts'
import { findLoggedInAccount } from '../login-sessions/login-session-store.ts'
import { setNames } from './profile-store.ts'

/** An account as other capabilities see it. */
export type Account = {
  playerId: string
  email: string | null
  receiptEmail: string | null
  nickName: string
  currentAuthType: AuthMethod
  language: InterfaceLanguage
  createdAt: number
  isBanned: boolean
}

export async function readAccount(db: Db, playerId: string, now: number): Promise<Account | undefined> {
  const account = await findAccount(db, playerId)
  if (!account) return undefined
  const { email, receiptEmail, nickName, authType, language, createdAt } = account
  return {
    ...{ playerId, email, receiptEmail, nickName, currentAuthType: authType, language, createdAt },
    isBanned: isBanned(account, now),
  }
}

/**
 * Locks the account until the transaction ends.
 * @throws Refusal UNAUTHORIZED when it does not exist, ACCOUNT_BANNED
 */
export async function expectAccount(tx: Db, playerId: string, now: number): Promise<void> {
  const account = await lockAccount(tx, playerId)
  if (!account) throw new Refusal('UNAUTHORIZED')
  if (isBanned(account, now)) throw new Refusal('ACCOUNT_BANNED')
}

/** @throws Refusal UNAUTHORIZED when the account does not exist */
export async function readMe(db: Db, { loginSessionId }: Actor): Promise<Me> {
  const account = await findLoggedInAccount(db, loginSessionId)
  if (!account) throw new Refusal('UNAUTHORIZED')
  const { id, authType, passwordId, nickName, firstName, lastName, email, receiptEmail } = account
  return {
    userId: id,
    nickName,
    currentAuthType: authType,
    firstName,
    lastName,
    email,
    receiptEmail,
    hasPassword: passwordId !== null,
    createdAt: account.createdAt,
    deletionAt: account.deletionAt,
  }
}

/** The nickname combines both names. */
export async function renamePlayer(
  db: Db,
  actor: Actor,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<Me> {
  await setNames(db, actor.playerId, { firstName, lastName, nickName: `${firstName} ${lastName}` })
  return readMe(db, actor)
}
