import type { PasskeyAssertion } from '@playhub/contract'
import type { PasskeyChallenges } from '../../platform/authentication/passkeys/challenges.ts'
import { checkAssertion } from '../../platform/authentication/passkeys/check-passkey.ts'
import type { RelyingParty } from '../../platform/authentication/passkeys/relying-party.ts'
import {
  createPasskeyRequest,
  type PasskeyVerifier,
} from '../../platform/authentication/passkeys/verify-passkey.ts'
import type { Db } from '../../platform/database/database.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { Refusal } from '../../platform/refusal.ts'
import { credentials } from '../credential-store.ts'
import type { LoginDeps } from '../login-sessions/login-session.ts'
import { findPasskeyByCredential } from './passkey-store.ts'

export type PasskeyDeps = LoginDeps & { passkeyChallenges: PasskeyChallenges }

/** @param purpose  What the assertion may be used for. */
export function passkeyRequestOptions(deps: PasskeyDeps, purpose: string): Promise<{ challenge: string }> {
  return createPasskeyRequest(toVerifier(deps), purpose)
}

export type CheckedPasskey = {
  playerId: string
  /**
   * Consumes the challenge and updates the counter, within the transaction the passkey authorizes.
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
  const playerId = passkey.accountId
  const checked = { passkey, owner: toOwner(playerId) }
  const consume = await checkAssertion(toCheckDeps(deps), checked, response, purpose)
  return { playerId, consume }
}

export const toOwner = (userId: string) => ({ userId, logKey: 'playerId' }) as const

export function toCheckDeps(deps: PasskeyDeps) {
  return { log: deps.log, clock: deps.clock, verifier: toVerifier(deps), store: credentials }
}

export function toVerifier({ config, passkeyChallenges }: PasskeyDeps): PasskeyVerifier {
  return { relyingParty: getRelyingParty(config), challenges: passkeyChallenges }
}

/** Players' passkeys work at the hub's host and its subdomains. */
function getRelyingParty({ http }: Pick<HubConfig, 'http'>): RelyingParty {
  const { hostname, origin: ownOrigin } = new URL(http.publicUrl)
  return { id: hostname, isOwnOrigin: (origin) => origin === ownOrigin || http.isOtherOrigin(origin) }
}
