import type { InterfaceLanguage, Passkey, PasskeyAttestation } from '@playhub/contract'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { challengeTtlMs } from '../../platform/authentication/passkeys/challenges.ts'
import {
  supportedAlgorithmIDs,
  verifyNewPasskey,
} from '../../platform/authentication/passkeys/verify-passkey.ts'
import { transact } from '../../platform/database/database.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAccountChange } from '../account-changes/record-change.ts'
import { findAccount, lockAccount } from '../account-store.ts'
import { expectReauthentication } from '../login-sessions/recent-proof.ts'
import { toPasskey } from './own-passkeys.ts'
import { type PasskeyDeps, toVerifier } from './passkey-check.ts'
import { insertPasskey, listPasskeys } from './passkey-store.ts'
import type { PasskeyRow } from './tables.ts'

const maxPasskeys = 20

const toPurpose = ({ loginSessionId }: Actor) => `add within ${loginSessionId}`

/**
 * Options for `navigator.credentials.create`. Passkeys are discoverable, so login needs no typed email.
 * @throws Refusal UNAUTHORIZED, REAUTHENTICATION_REQUIRED or PASSKEYS_TOO_MANY
 */
export async function passkeyCreationOptions(
  deps: PasskeyDeps,
  actor: Actor,
  language: InterfaceLanguage,
): Promise<{ challenge: string }> {
  const { db, passkeyChallenges } = deps
  await expectReauthentication(deps, actor)
  const account = await findAccount(db, actor.playerId)
  if (!account) throw new Refusal('UNAUTHORIZED')
  const passkeys = await listPasskeys(db, actor.playerId)
  rejectIfTooMany(passkeys)
  const options = await generateRegistrationOptions({
    rpName: deps.textsIn(language).brand,
    rpID: toVerifier(deps).relyingParty.id,
    userID: new TextEncoder().encode(actor.playerId),
    userName: account.email ?? account.nickName,
    userDisplayName: account.nickName,
    challenge: passkeyChallenges.issue(toPurpose(actor)),
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

/**
 * Adds a passkey to the account and notifies the player by email.
 * @throws Refusal REAUTHENTICATION_REQUIRED, PASSKEY_NOT_ACCEPTED, PASSKEY_EXISTS or PASSKEYS_TOO_MANY
 */
export async function addPasskey(
  deps: PasskeyDeps,
  actor: Actor,
  { name, response }: { name: string; response: PasskeyAttestation },
  language: InterfaceLanguage,
): Promise<Passkey> {
  const { db, passkeyChallenges } = deps
  const { playerId } = actor
  await expectReauthentication(deps, actor)
  const { challenge, passkey } = await verifyAttestation(deps, actor, { name, response })
  await transact(db, async (tx) => {
    if (!(await lockAccount(tx, playerId))) throw new Refusal('UNAUTHORIZED')
    rejectIfTooMany(await listPasskeys(tx, playerId))
    if (!(await passkeyChallenges.consume(tx, challenge))) throw new Refusal('PASSKEY_NOT_ACCEPTED')
    if (!(await insertPasskey(tx, passkey))) throw new Refusal('PASSKEY_EXISTS')
    await recordAccountChange(deps, tx, actor, { kind: 'passkey-added', passkey }, language)
  })
  return toPasskey(passkey)
}

function rejectIfTooMany(passkeys: PasskeyRow[]): void {
  if (passkeys.length >= maxPasskeys) throw new Refusal('PASSKEYS_TOO_MANY')
}

async function verifyAttestation(
  deps: PasskeyDeps,
  actor: Actor,
  { name, response }: { name: string; response: PasskeyAttestation },
): Promise<{ challenge: string; passkey: PasskeyRow }> {
  const { clock, log } = deps
  try {
    const verified = await verifyNewPasskey(toVerifier(deps), response, toPurpose(actor))
    const owner = { id: newId(), accountId: actor.playerId, name, createdAt: clock.now(), lastUsedAt: null }
    return { challenge: verified.challenge, passkey: { ...verified.passkey, ...owner } }
  } catch (cause) {
    log.info({ playerId: actor.playerId, reason: getErrorMessage(cause) }, 'Passkey not accepted')
    throw new Refusal('PASSKEY_NOT_ACCEPTED', undefined, { cause })
  }
}
