import type { PasskeyAssertion } from '@playhub/contract'
import { verifyPasskey } from '../../platform/authentication/passkeys/verify-passkey.ts'
import type { Tx } from '../../platform/database/database.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { OperatorPasskeyRow } from '../tables.ts'
import { findPasskeyByCredential, recordPasskeyUse } from './two-factor-store.ts'

export type CheckedPasskey = {
  operatorId: string
  /**
   * Consumes the challenge and updates the counter, within the transaction that the passkey authorizes.
   * @throws Refusal PASSKEY_NOT_ACCEPTED when either was used in the meantime
   */
  consume(tx: Tx): Promise<void>
}

/** @throws Refusal PASSKEY_NOT_ACCEPTED, also for an unknown passkey; about the operator whose passkey it is */
export async function checkPasskey(
  deps: Deps,
  response: PasskeyAssertion,
  purpose: string,
): Promise<CheckedPasskey> {
  const passkey = await findPasskeyByCredential(deps.db, response.id)
  if (!passkey) throw new Refusal('PASSKEY_NOT_ACCEPTED')
  const { challenge, newCounter, isSynced } = await verify(deps, passkey, response, purpose)
  return {
    operatorId: passkey.operatorId,
    async consume(tx) {
      const use = { counter: newCounter, isSynced, lastUsedAt: deps.clock.now() }
      const isFirst = await deps.passkeys.challenges.consume(tx, challenge)
      if (!isFirst || !(await recordPasskeyUse(tx, passkey, use))) throw new Refusal('PASSKEY_NOT_ACCEPTED')
    },
  }
}

async function verify(
  { passkeys, log }: Deps,
  { operatorId, ...credential }: OperatorPasskeyRow,
  response: PasskeyAssertion,
  purpose: string,
) {
  try {
    return await verifyPasskey(passkeys, { ...credential, userId: operatorId }, response, purpose)
  } catch (cause) {
    log.info({ operatorId, reason: getErrorMessage(cause) }, 'Passkey of an operator not accepted')
    throw new Refusal('PASSKEY_NOT_ACCEPTED', undefined, { cause })
  }
}
