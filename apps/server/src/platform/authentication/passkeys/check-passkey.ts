import type { PasskeyAssertion, PasskeyAttestation } from '@playhub/contract'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/database.ts'
import { getErrorMessage } from '../../errors.ts'
import type { Log } from '../../observability/log.ts'
import { Refusal } from '../../refusal.ts'
import type { CredentialStore, StoredPasskey } from '../credential-store.ts'
import { challengeTtlMs } from './challenges.ts'
import {
  type PasskeyVerifier,
  supportedAlgorithmIDs,
  verifyNewPasskey,
  verifyPasskey,
} from './verify-passkey.ts'

type CheckDeps = { log: Log; verifier: PasskeyVerifier }
/** Names an owner in the log, such as `playerId`. */
type Owner = { userId: string; logKey: 'playerId' | 'operatorId' }

/** Refuses a passkey for the reason that was thrown. */
function refuse({ log }: CheckDeps, { userId, logKey }: Owner, cause: unknown): never {
  log.info({ [logKey]: userId, reason: getErrorMessage(cause) }, 'Passkey not accepted')
  throw new Refusal('PASSKEY_NOT_ACCEPTED', undefined, { cause })
}

/**
 * Verifies an authenticator's assertion.
 * @returns  Consumes the challenge and updates the counter, within the transaction that the passkey authorizes; it throws
 *   Refusal PASSKEY_NOT_ACCEPTED when either was used in the meantime.
 * @throws Refusal PASSKEY_NOT_ACCEPTED
 */
export async function checkAssertion<Row extends StoredPasskey>(
  deps: CheckDeps & { clock: Clock; store: Pick<CredentialStore<Row>, 'recordPasskeyUse'> },
  { passkey, owner }: { passkey: Row; owner: Owner },
  response: PasskeyAssertion,
  purpose: string,
): Promise<(tx: Db) => Promise<void>> {
  const { verifier, clock, store } = deps
  const credential = { ...passkey, userId: owner.userId }
  const verified = await verifyPasskey(verifier, credential, response, purpose).catch((cause: unknown) =>
    refuse(deps, owner, cause),
  )
  const { challenge, newCounter, isSynced } = verified
  return async (tx) => {
    const use = { counter: newCounter, isSynced, lastUsedAt: clock.now() }
    const isFirst = await verifier.challenges.consume(tx, challenge)
    if (!isFirst || !(await store.recordPasskeyUse(tx, passkey, use)))
      throw new Refusal('PASSKEY_NOT_ACCEPTED')
  }
}

/**
 * Checks a new passkey. The caller consumes the challenge.
 * @throws Refusal PASSKEY_NOT_ACCEPTED
 */
export function checkAttestation(
  deps: CheckDeps,
  owner: Owner,
  response: PasskeyAttestation,
  purpose: string,
): ReturnType<typeof verifyNewPasskey> {
  return verifyNewPasskey(deps.verifier, response, purpose).catch((cause: unknown) =>
    refuse(deps, owner, cause),
  )
}

type NewPasskeyUser = {
  id: string
  name: string
  displayName: string
  /** Those that the user has, which authenticators then do not offer again. */
  passkeys?: Pick<StoredPasskey, 'credentialId' | 'transports'>[]
}

/**
 * Options for `navigator.credentials.create`. Passkeys are discoverable, so login needs no typed email.
 * @param rpName  The name that the browser shows.
 */
export async function createRegistrationOptions(
  { relyingParty, challenges }: PasskeyVerifier,
  { rpName, purpose }: { rpName: string; purpose: string },
  { id, name, displayName, passkeys = [] }: NewPasskeyUser,
): Promise<{ challenge: string }> {
  const options = await generateRegistrationOptions({
    rpName,
    rpID: relyingParty.id,
    userID: new TextEncoder().encode(id),
    userName: name,
    userDisplayName: displayName,
    challenge: challenges.issue(purpose),
    timeout: challengeTtlMs,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: JSON.parse(transports),
    })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}
