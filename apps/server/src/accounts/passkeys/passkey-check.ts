import type { PasskeyAssertion } from '@playhub/contract'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Db } from '../../platform/database/database.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LoginDeps } from '../login-sessions/login-session.ts'
import type { PasskeyChallenges } from './challenges.ts'
import { challengeTtlMs } from './challenges.ts'
import { findPasskeyByCredential, recordPasskeyUse } from './passkey-store.ts'
import { readClientData, relyingPartyId } from './relying-party.ts'
import type { PasskeyRow } from './tables.ts'

export type PasskeyDeps = LoginDeps & { passkeyChallenges: PasskeyChallenges }

/**
 * Options for `navigator.credentials.get`. They name no passkeys: the browser offers those it has for the hub.
 * @param purpose  What the assertion may be used for.
 */
export async function passkeyRequestOptions(
  { config, passkeyChallenges }: PasskeyDeps,
  purpose: string,
): Promise<{ challenge: string }> {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(config),
    challenge: passkeyChallenges.issue(purpose),
    timeout: challengeTtlMs,
    userVerification: 'required',
  })
  return { ...options }
}

export type CheckedPasskey = {
  playerId: string
  /**
   * Consumes the challenge and updates the counter, within the transaction that the passkey authorizes.
   * @throws Refusal PASSKEY_NOT_ACCEPTED when either was used in the meantime
   */
  consume(tx: Db): Promise<void>
}

/**
 * Verifies an authenticator's assertion.
 * @throws Refusal PASSKEY_NOT_FOUND or PASSKEY_NOT_ACCEPTED
 */
export async function checkPasskey(
  deps: PasskeyDeps,
  response: PasskeyAssertion,
  purpose: string,
): Promise<CheckedPasskey> {
  const passkey = await findPasskeyByCredential(deps.db, response.id)
  if (!passkey) throw new Refusal('PASSKEY_NOT_FOUND')
  const { challenge, newCounter, isSynced } = await verifyAssertion(deps, passkey, response, purpose)
  return {
    playerId: passkey.accountId,
    async consume(tx) {
      const use = { counter: newCounter, isSynced, lastUsedAt: deps.clock.now() }
      const isFirst = await deps.passkeyChallenges.consume(tx, challenge)
      if (!isFirst || !(await recordPasskeyUse(tx, passkey, use))) throw new Refusal('PASSKEY_NOT_ACCEPTED')
    },
  }
}

async function verifyAssertion(
  { config, log, passkeyChallenges }: PasskeyDeps,
  passkey: PasskeyRow,
  response: PasskeyAssertion,
  purpose: string,
): Promise<{ challenge: string; newCounter: number; isSynced: number }> {
  try {
    const { challenge, origin } = readClientData(config, response)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (received) => passkeyChallenges.isValid(received, purpose),
      expectedOrigin: origin,
      expectedRPID: relyingPartyId(config),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    if (!verified) throw new Error('Wrong signature')
    if (!belongsTo(passkey, response)) throw new Error('Wrong user handle')
    const { newCounter, credentialBackedUp } = authenticationInfo
    return { challenge, newCounter, isSynced: Number(credentialBackedUp) }
  } catch (cause) {
    log.info({ playerId: passkey.accountId, reason: getErrorMessage(cause) }, 'Passkey not accepted')
    throw new Refusal('PASSKEY_NOT_ACCEPTED', undefined, { cause })
  }
}

function belongsTo({ accountId }: PasskeyRow, { response }: PasskeyAssertion): boolean {
  const { userHandle } = response
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === accountId
}
