import type { InterfaceLanguage, Passkey, PasskeyAttestation } from '@playhub/contract'
import {
  checkAttestation,
  createRegistrationOptions,
} from '../../platform/authentication/passkeys/check-passkey.ts'
import { transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAccountChange } from '../account-changes/record-change.ts'
import { findAccount, lockAccount } from '../account-store.ts'
import { expectReauthentication } from '../login-sessions/recent-reauthentication.ts'
import { toPasskey } from './own-passkeys.ts'
import { type PasskeyDeps, toCheckDeps, toOwner, toVerifier } from './passkey-check.ts'
import { insertPasskey, listPasskeys } from './passkey-store.ts'
import type { PasskeyRow } from './tables.ts'

const maxPasskeys = 20

const toPurpose = ({ loginSessionId }: Actor) => `add within ${loginSessionId}`

/**
 * Options for `navigator.credentials.create`.
 * @throws Refusal UNAUTHORIZED, REAUTHENTICATION_REQUIRED or PASSKEYS_TOO_MANY
 */
export async function passkeyCreationOptions(
  deps: PasskeyDeps,
  actor: Actor,
  language: InterfaceLanguage,
): Promise<{ challenge: string }> {
  const { db } = deps
  await expectReauthentication(deps, actor)
  const account = await findAccount(db, actor.playerId)
  if (!account) throw new Refusal('UNAUTHORIZED')
  const passkeys = await listPasskeys(db, actor.playerId)
  rejectIfTooMany(passkeys)
  const { brand: rpName } = deps.messagesIn(language)
  return createRegistrationOptions(
    toVerifier(deps),
    { rpName, purpose: toPurpose(actor) },
    {
      id: actor.playerId,
      name: account.email ?? account.nickName,
      displayName: account.nickName,
      passkeys,
    },
  )
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
  const { challenge, passkey: verified } = await checkAttestation(
    toCheckDeps(deps),
    toOwner(playerId),
    response,
    toPurpose(actor),
  )
  const owned = { id: newId(), accountId: playerId, name, createdAt: deps.clock.now(), lastUsedAt: null }
  const passkey = { ...verified, ...owned }
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
