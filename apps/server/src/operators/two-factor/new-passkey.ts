import type { PasskeyAttestation } from '@playhub/contract'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { challengeTtlMs } from '../../platform/authentication/passkeys/challenges.ts'
import {
  supportedAlgorithmIDs,
  verifyNewPasskey,
} from '../../platform/authentication/passkeys/verify-passkey.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { OperatorRow } from '../tables.ts'

/** Options for `navigator.credentials.create`. */
export async function createRegistrationOptions(
  { passkeys, getBrand }: Pick<Deps, 'passkeys' | 'getBrand'>,
  { id, email, name }: Pick<OperatorRow, 'id' | 'email' | 'name'>,
  purpose: string,
): Promise<{ challenge: string }> {
  const options = await generateRegistrationOptions({
    rpName: `${getBrand()} console`,
    rpID: passkeys.relyingParty.id,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    challenge: passkeys.challenges.issue(purpose),
    timeout: challengeTtlMs,
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/**
 * Checks a new passkey. The caller consumes the challenge.
 * @throws Refusal PASSKEY_NOT_ACCEPTED
 */
export async function verifyAttestation(
  { passkeys, log }: Pick<Deps, 'passkeys' | 'log'>,
  operatorId: string,
  response: PasskeyAttestation,
  purpose: string,
) {
  try {
    return await verifyNewPasskey(passkeys, response, purpose)
  } catch (cause) {
    log.info({ operatorId, reason: getErrorMessage(cause) }, 'Passkey of an operator not accepted')
    throw new Refusal('PASSKEY_NOT_ACCEPTED', undefined, { cause })
  }
}
