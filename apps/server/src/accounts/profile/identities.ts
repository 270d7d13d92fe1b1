import type { AuthMethod, Identity, InterfaceLanguage } from '@playhub/contract'
import { type Db, transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAccountChange } from '../account-changes/record-change.ts'
import { deleteIdentity, listIdentities, lockAccount } from '../account-store.ts'
import type { AllDeps } from '../all-deps.ts'
import { deleteResetTicket } from '../email-login/reset-ticket-store.ts'
import { expectReauthentication } from '../login-sessions/recent-reauthentication.ts'
import type { IdentityRow } from '../tables.ts'
import { deleteCredentialsByAccount } from './profile-store.ts'

export async function ownIdentities(db: Db, playerId: string): Promise<Identity[]> {
  return (await listIdentities(db, playerId)).map(toIdentity)
}

/**
 * Unlinks an identity; unlinking `mail` also deletes the passwords. Concurrent requests cannot remove the last
 * identity.
 * @returns  Remaining identities.
 * @throws Refusal REAUTHENTICATION_REQUIRED, IDENTITY_NOT_FOUND or IDENTITY_IS_LAST
 */
export async function unlinkIdentity(
  deps: AllDeps,
  actor: Actor,
  provider: AuthMethod,
  language: InterfaceLanguage,
): Promise<Identity[]> {
  const { db } = deps
  const { playerId } = actor
  await expectReauthentication(deps, actor)
  const remaining = await transact(db, async (tx) => {
    if (!(await lockAccount(tx, playerId))) throw new Refusal('UNAUTHORIZED')
    const identities = await listIdentities(tx, playerId)
    const others = identities.filter((identity) => identity.provider !== provider)
    const identity = identities.find((each) => each.provider === provider)
    if (!identity) throw new Refusal('IDENTITY_NOT_FOUND')
    if (others.length === 0) throw new Refusal('IDENTITY_IS_LAST')
    await deleteIdentity(tx, playerId, provider)
    if (provider === 'mail') {
      await deleteCredentialsByAccount(tx, playerId)
      await deleteResetTicket(tx, playerId)
    }
    const change = { kind: 'identity-unlinked', identity } as const
    await recordAccountChange(deps, tx, actor, change, language)
    return others
  })
  return remaining.map(toIdentity)
}

function toIdentity({ provider, label, createdAt }: IdentityRow): Identity {
  return { provider, label, linkedAt: createdAt }
}
