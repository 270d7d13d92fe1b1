import type { PasskeyAttestation } from '@playhub/contract'
import {
  checkAttestation,
  createRegistrationOptions as createOptions,
} from '../../platform/authentication/passkeys/check-passkey.ts'
import type { Deps } from '../deps.ts'
import type { OperatorRow } from '../tables.ts'
import { toCheckDeps, toOwner } from './check-passkey.ts'

/** Options for `navigator.credentials.create`. */
export function createRegistrationOptions(
  { passkeys, getBrand }: Pick<Deps, 'passkeys' | 'getBrand'>,
  { id, email, name }: Pick<OperatorRow, 'id' | 'email' | 'name'>,
  purpose: string,
): Promise<{ challenge: string }> {
  const rpName = `${getBrand()} console`
  return createOptions(passkeys, { rpName, purpose }, { id, name: email, displayName: name })
}

/**
 * Checks a new passkey. The caller consumes the challenge.
 * @throws Refusal PASSKEY_NOT_ACCEPTED
 */
export function verifyAttestation(
  deps: Pick<Deps, 'passkeys' | 'log' | 'clock'>,
  operatorId: string,
  response: PasskeyAttestation,
  purpose: string,
) {
  return checkAttestation(toCheckDeps(deps), toOwner(operatorId), response, purpose)
}
