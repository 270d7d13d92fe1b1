import type { PasskeyAssertion } from '@playhub/contract'
import { checkAssertion } from '../../platform/authentication/passkeys/check-passkey.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { credentials, findPasskeyByCredential } from './two-factor-store.ts'

export type CheckedPasskey = {
  operatorId: string
  /**
   * Consumes the challenge and updates the counter, within the transaction the passkey authorizes.
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
  const { operatorId } = passkey
  const checked = { passkey, owner: toOwner(operatorId) }
  const consume = await checkAssertion(toCheckDeps(deps), checked, response, purpose)
  return { operatorId, consume }
}

export const toOwner = (userId: string) => ({ userId, logKey: 'operatorId' }) as const

export function toCheckDeps({ log, clock, passkeys }: Pick<Deps, 'log' | 'clock' | 'passkeys'>) {
  return { log, clock, verifier: passkeys, store: credentials }
}
