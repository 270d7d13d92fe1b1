import type { PasskeyAssertion } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { setConfirmed } from '../login-sessions/login-session-store.ts'
import { checkPasskey, passkeyRequestOptions } from '../passkeys/passkey-check.ts'
import { verifyCurrentPassword } from '../profile/password.ts'

/** @throws Refusal PASSWORD_NOT_SET, INVALID_PASSWORD_LOGIN_BY_EMAIL or TOO_MANY_REQUESTS */
export async function proveByPassword(
  deps: Deps,
  actor: Actor,
  password: string,
  client: ClientInfo,
): Promise<void> {
  await verifyCurrentPassword(deps, actor.playerId, password, client)
  await setConfirmed(deps.db, actor.loginSessionId, deps.clock.now())
}

const purposeOf = ({ loginSessionId }: Actor) => `prove within ${loginSessionId}`

export function passkeyProofOptions(deps: Deps, actor: Actor): Promise<{ challenge: string }> {
  return passkeyRequestOptions(deps, purposeOf(actor))
}

/** @throws Refusal PASSKEY_NOT_FOUND or PASSKEY_NOT_ACCEPTED, also for a passkey of another player */
export async function proveByPasskey(deps: Deps, actor: Actor, response: PasskeyAssertion): Promise<void> {
  const passkey = await checkPasskey(deps, response, purposeOf(actor))
  if (passkey.playerId !== actor.playerId) throw new Refusal('PASSKEY_NOT_ACCEPTED')
  await transact(deps.db, async (tx) => {
    await passkey.consume(tx)
    await setConfirmed(tx, actor.loginSessionId, deps.clock.now())
  })
}
