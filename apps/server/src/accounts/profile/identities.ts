import type { AuthMethod, Identity } from '@playhub/contract'
import { type Db, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockAccount } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { deleteResetTicketOf } from '../email-sign-in/reset-ticket-store.ts'
import type { IdentityRow } from '../tables.ts'
import { deleteCredentialsOf, deleteIdentity, listIdentities } from './profile-store.ts'

export async function ownIdentities(db: Db, playerId: string): Promise<Identity[]> {
  return (await listIdentities(db, playerId)).map(toIdentity)
}

/**
 * Unlinks an identity; unlinking `mail` also deletes the passwords. Concurrent requests cannot remove the last identity.
 * @returns  The remaining identities.
 * @throws Refusal IDENTITY_NOT_FOUND or IDENTITY_IS_LAST
 */
export async function unlinkIdentity(
  { db, log }: Deps,
  playerId: string,
  provider: AuthMethod,
): Promise<Identity[]> {
  const remaining = await transact(db, async (tx) => {
    if (!(await lockAccount(tx, playerId))) throw new Refusal('UNAUTHORIZED')
    const identities = await listIdentities(tx, playerId)
    const others = identities.filter((identity) => identity.provider !== provider)
    if (others.length === identities.length) throw new Refusal('IDENTITY_NOT_FOUND')
    if (others.length === 0) throw new Refusal('IDENTITY_IS_LAST')
    await deleteIdentity(tx, playerId, provider)
    if (provider === 'mail') {
      await deleteCredentialsOf(tx, playerId)
      await deleteResetTicketOf(tx, playerId)
    }
    return others
  })
  log.info({ playerId, provider }, 'A player unlinked an identity')
  return remaining.map(toIdentity)
}

function toIdentity({ provider, label, createdAt }: IdentityRow): Identity {
  return { provider, label, linkedAt: createdAt }
}
