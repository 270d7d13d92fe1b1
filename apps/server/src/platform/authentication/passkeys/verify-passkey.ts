import type { PasskeyAssertion, PasskeyAttestation } from '@playhub/contract'
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG } from '@simplewebauthn/server/helpers'
import type { PasskeyChallenges } from './challenges.ts'
import { challengeTtlMs } from './challenges.ts'
import { type RelyingParty, readClientData } from './relying-party.ts'

/** A passkey verifier, and the challenges it has issued. */
export type PasskeyVerifier = { relyingParty: RelyingParty; challenges: PasskeyChallenges }

/** A stored passkey, with its key as base64url. */
export type PasskeyCredential = { credentialId: string; publicKey: string; counter: number }

/**
 * Options for `navigator.credentials.get`. They name no passkeys: the browser offers those it has for the host.
 * @param purpose  What the assertion may be used for.
 */
export async function createPasskeyRequest(
  { relyingParty, challenges }: PasskeyVerifier,
  purpose: string,
): Promise<{ challenge: string }> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: challenges.issue(purpose),
    timeout: challengeTtlMs,
    userVerification: 'required',
  })
  return { ...options }
}

/**
 * Verifies an authenticator's assertion. The caller consumes the challenge and stores the counter.
 * @param userId  Whom the passkey was created for.
 * @throws Error  with the reason
 */
export async function verifyPasskey(
  { relyingParty, challenges }: PasskeyVerifier,
  { credentialId, publicKey, counter, userId }: PasskeyCredential & { userId: string },
  response: PasskeyAssertion,
  purpose: string,
): Promise<{ challenge: string; newCounter: number; isSynced: number }> {
  const { challenge, origin } = readClientData(relyingParty, response)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (received) => challenges.isValid(received, purpose),
    expectedOrigin: origin,
    expectedRPID: relyingParty.id,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
    },
    requireUserVerification: true,
  })
  if (!verified) throw new Error('Wrong signature')
  if (!belongsTo(userId, response)) throw new Error('Wrong user handle')
  const { newCounter, credentialBackedUp } = authenticationInfo
  return { challenge, newCounter, isSynced: Number(credentialBackedUp) }
}

function belongsTo(userId: string, { response }: PasskeyAssertion): boolean {
  const { userHandle } = response
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === userId
}

/** The algorithms of all authenticators. The library would also probe for ones experimental in Node. */
export const supportedAlgorithmIDs = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

type NewPasskey = PasskeyCredential & {
  /** JSON array of WebAuthn transports. */
  transports: string
  isSynced: number
}

/**
 * Verifies an authenticator's new passkey. The caller consumes the challenge and stores the passkey.
 * @throws Error  with the reason
 */
export async function verifyNewPasskey(
  { relyingParty, challenges }: PasskeyVerifier,
  response: PasskeyAttestation,
  purpose: string,
): Promise<{ challenge: string; passkey: NewPasskey }> {
  const { challenge, origin } = readClientData(relyingParty, response)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (received) => challenges.isValid(received, purpose),
    expectedOrigin: origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  })
  if (!verified) throw new Error('Not verified')
  const { credential, credentialBackedUp } = registrationInfo
  const passkey = {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(response.response.transports ?? []),
    isSynced: Number(credentialBackedUp),
  }
  return { challenge, passkey }
}
