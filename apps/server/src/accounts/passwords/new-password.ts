import { Refusal } from '../../platform/refusal.ts'
import { listCredentials } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { hashPassword, isRightPassword } from './passwords.ts'

/** Each costs a hash to compare with, so not every password of a lifetime is remembered. */
const rememberedPasswords = 10

/**
 * What is kept of a password that an account has not had before.
 * @throws Refusal PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD
 */
export async function hashNewPassword(deps: Deps, accountId: string, password: string): Promise<string> {
  if (await wasUsedBefore(deps, accountId, password)) {
    throw new Refusal('PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD')
  }
  return deps.hashQueue.run(() => hashPassword(password))
}

async function wasUsedBefore({ db, hashQueue }: Deps, accountId: string, password: string): Promise<boolean> {
  const credentials = await listCredentials(db, accountId)
  for (const { hash } of credentials.slice(0, rememberedPasswords)) {
    if (await hashQueue.run(() => isRightPassword(password, hash))) return true
  }
  return false
}
