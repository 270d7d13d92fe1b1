import type { LoggedIn, PasskeyAssertion } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAccount } from '../account-store.ts'
import type { ClientInfo } from '../client-info.ts'
import { completeLogin, newLoginSession } from '../login-sessions/login-session.ts'
import { insertLoginSession } from '../login-sessions/login-session-store.ts'
import type { PasskeyDeps } from './passkey-check.ts'
import { checkPasskey, passkeyRequestOptions } from './passkey-check.ts'

const purpose = 'sign in'

export function passkeyLoginOptions(deps: PasskeyDeps): Promise<{ challenge: string }> {
  return passkeyRequestOptions(deps, purpose)
}

/**
 * Logs a player in with a passkey.
 * @throws Refusal PASSKEY_NOT_FOUND or PASSKEY_NOT_ACCEPTED
 */
export async function loginByPasskey(
  deps: PasskeyDeps,
  response: PasskeyAssertion,
  client: ClientInfo,
): Promise<LoggedIn> {
  const { db } = deps
  const passkey = await checkPasskey(deps, response, purpose)
  const { playerId } = passkey
  const session = newLoginSession(deps, playerId, 'passkey', client)
  const account = await transact(db, async (tx) => {
    await passkey.consume(tx)
    await insertLoginSession(tx, session)
    return findAccount(tx, playerId)
  })
  if (!account) throw new Refusal('PASSKEY_NOT_FOUND')
  return completeLogin(deps, session, account.nickName, client)
}
