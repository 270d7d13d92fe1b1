import { rejectIfCommon } from '../../platform/authentication/passwords/common-passwords.ts'
import type { HashQueue } from '../../platform/authentication/passwords/hash-queue.ts'
import { hashPassword, verifyPassword } from '../../platform/authentication/passwords/passwords.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listCredentials } from '../account-store.ts'
import type { Deps } from '../deps.ts'

export type PasswordDeps = Deps & { hashQueue: HashQueue }

/** Each comparison costs a hash, so only the latest passwords are checked. */
const maxComparedPasswords = 10

/**
 * Hashes a password new to the account.
 * @throws Refusal PASSWORD_COMMON or PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD
 */
export async function hashNewPassword(
  deps: PasswordDeps,
  accountId: string,
  password: string,
): Promise<string> {
  rejectIfCommon(deps, password)
  if (await wasUsedBefore(deps, accountId, password)) {
    throw new Refusal('PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD')
  }
  return deps.hashQueue.run(() => hashPassword(password))
}

async function wasUsedBefore(
  { db, hashQueue }: PasswordDeps,
  accountId: string,
  password: string,
): Promise<boolean> {
  const credentials = await listCredentials(db, accountId)
  for (const { hash } of credentials.slice(0, maxComparedPasswords)) {
    if (await hashQueue.run(() => verifyPassword(password, hash))) return true
  }
  return false
}
