import type { InterfaceLanguage, Passkey } from '@playhub/contract'
import { type Db, transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAccountChange } from '../account-changes/record-change.ts'
import type { Deps } from '../deps.ts'
import { expectReauthentication } from '../login-sessions/recent-reauthentication.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkey-store.ts'
import type { PasskeyRow } from './tables.ts'

export async function ownPasskeys(db: Db, playerId: string): Promise<Passkey[]> {
  return (await listPasskeys(db, playerId)).map(toPasskey)
}

/** @throws Refusal PASSKEY_NOT_FOUND */
export async function renameOwnPasskey(
  { db }: Deps,
  { playerId }: Actor,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const renamed = await renamePasskey(db, playerId, id, name)
  if (!renamed) throw new Refusal('PASSKEY_NOT_FOUND')
  return toPasskey(renamed)
}

/**
 * Removes a passkey and notifies the player by email.
 * @throws Refusal REAUTHENTICATION_REQUIRED or PASSKEY_NOT_FOUND
 */
export async function removeOwnPasskey(
  deps: Deps,
  actor: Actor,
  id: string,
  language: InterfaceLanguage,
): Promise<void> {
  const { playerId } = actor
  await expectReauthentication(deps, actor)
  await transact(deps.db, async (tx) => {
    const passkey = await deletePasskey(tx, playerId, id)
    if (!passkey) throw new Refusal('PASSKEY_NOT_FOUND')
    await recordAccountChange(deps, tx, actor, { kind: 'passkey-removed', passkey }, language)
  })
}

export function toPasskey({ id, name, createdAt, lastUsedAt, isSynced }: PasskeyRow): Passkey {
  return { id, name, createdAt, lastUsedAt, isSynced: isSynced === 1 }
}
