import type { PasskeyAssertion } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { cancelPendingUndo } from '../account-changes/pending-undo.ts'
import type { AllDeps } from '../all-deps.ts'
import type { ClientInfo } from '../client-info.ts'
import { setConfirmed } from '../login-sessions/login-session-store.ts'
import { checkPasskey, passkeyRequestOptions } from '../passkeys/passkey-check.ts'
import { verifyCurrentPassword } from '../profile/password.ts'
import { consumeTwoFactorCode, countAppCode, countingWrongCodes, countTry } from '../two-factor/code-check.ts'
import { findConfirmed } from '../two-factor/two-factor-store.ts'

/**
 * The password, plus a code if the account uses two-factor.
 * @throws Refusal PASSWORD_NOT_SET, INVALID_PASSWORD_LOGIN_BY_EMAIL, SECOND_FACTOR_REQUIRED,
 *   SECOND_FACTOR_CODE_INCORRECT, SECOND_FACTOR_RECOVERY_CODE_REQUIRED or TOO_MANY_REQUESTS
 */
export async function proveByPassword(
  deps: AllDeps,
  actor: Actor,
  { password, code }: { password: string; code?: string | undefined },
  client: ClientInfo,
): Promise<void> {
  await verifyCurrentPassword(deps, actor.playerId, password, client)
  const factor = await findConfirmed(deps.db, actor.playerId)
  if (factor && code === undefined) throw new Refusal('SECOND_FACTOR_REQUIRED')
  const forgetTries = factor && (await countTry(deps, actor.playerId, client))
  if (factor && code !== undefined) await countAppCode(deps, actor.playerId, { code, ip: client.ip })
  await countingWrongCodes(deps, actor.playerId, () =>
    transact(deps.db, async (tx) => {
      if (factor && code !== undefined) {
        await consumeTwoFactorCode(deps, tx, factor, code)
        await cancelPendingUndo(deps, tx, actor.playerId)
      }
      await forgetTries?.(tx)
      await setConfirmed(tx, actor.loginSessionId, deps.clock.now())
    }),
  )
}

const toPurpose = ({ loginSessionId }: Actor) => `prove within ${loginSessionId}`

export function passkeyReauthenticationOptions(deps: AllDeps, actor: Actor): Promise<{ challenge: string }> {
  return passkeyRequestOptions(deps, toPurpose(actor))
}

/** @throws Refusal PASSKEY_NOT_FOUND or PASSKEY_NOT_ACCEPTED, also for another player's passkey */
export async function proveByPasskey(deps: AllDeps, actor: Actor, response: PasskeyAssertion): Promise<void> {
  const passkey = await checkPasskey(deps, response, toPurpose(actor))
  if (passkey.playerId !== actor.playerId) throw new Refusal('PASSKEY_NOT_ACCEPTED')
  await transact(deps.db, async (tx) => {
    await passkey.consume(tx)
    await setConfirmed(tx, actor.loginSessionId, deps.clock.now())
  })
}
