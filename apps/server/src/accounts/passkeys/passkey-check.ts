import type { PasskeyAssertion } from '@playhub/contract'
import type { PasskeyChallenges } from '../../platform/authentication/passkeys/challenges.ts'
import type { RelyingParty } from '../../platform/authentication/passkeys/relying-party.ts'
import {
  createPasskeyRequest,
  type PasskeyVerifier,
  verifyPasskey,
} from '../../platform/authentication/passkeys/verify-passkey.ts'
import type { Db } from '../../platform/database/database.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LoginDeps } from '../login-sessions/login-session.ts'
import { findPasskeyByCredential, recordPasskeyUse } from './passkey-store.ts'
import type { PasskeyRow } from './tables.ts'

export type PasskeyDeps = LoginDeps & { passkeyChallenges: PasskeyChallenges }

/** @param purpose  What the assertion may be used for. */
export function passkeyRequestOptions(deps: PasskeyDeps, purpose: string): Promise<{ challenge: string }> {
  return createPasskeyRequest(toVerifier(deps), purpose)
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
  deps: PasskeyDeps,
  { accountId, ...credential }: PasskeyRow,
  response: PasskeyAssertion,
  purpose: string,
): Promise<{ challenge: string; newCounter: number; isSynced: number }> {
  try {
    return await verifyPasskey(toVerifier(deps), { ...credential, userId: accountId }, response, purpose)
  } catch (cause) {
    deps.log.info({ playerId: accountId, reason: getErrorMessage(cause) }, 'Passkey not accepted')
    throw new Refusal('PASSKEY_NOT_ACCEPTED', undefined, { cause })
  }
}

export function toVerifier({ config, passkeyChallenges }: PasskeyDeps): PasskeyVerifier {
  return { relyingParty: getRelyingParty(config), challenges: passkeyChallenges }
}

/** Players' passkeys work at the hub's host and its subdomains. */
function getRelyingParty({ http }: Pick<HubConfig, 'http'>): RelyingParty {
  const { hostname, origin: ownOrigin } = new URL(http.publicUrl)
  return { id: hostname, isOwnOrigin: (origin) => origin === ownOrigin || http.isOtherOrigin(origin) }
}
