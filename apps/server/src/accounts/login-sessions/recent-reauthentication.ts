import type { ReauthenticationMethod } from '@playhub/contract'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasPasskey, listIdentities } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { findLiveLoginSession } from './login-session-store.ts'

/** Time in which a login or reauthentication authorizes changes to the account's login methods. */
const reauthenticationTtlMs = 10 * MINUTE_MS

/**
 * Requires a recent login or reauthentication: a stolen token alone must not take over an account.
 * @throws Refusal REAUTHENTICATION_REQUIRED with the player's available `methods`
 */
export async function expectReauthentication(deps: Deps, actor: Actor): Promise<void> {
  const { db, clock } = deps
  const session = await findLiveLoginSession(db, actor.loginSessionId, clock.now())
  if (!session) throw new Refusal('UNAUTHORIZED')
  const provedAt = Math.max(session.createdAt, session.confirmedAt ?? 0)
  if (provedAt > clock.now() - reauthenticationTtlMs) return
  throw new Refusal('REAUTHENTICATION_REQUIRED', { methods: await listMethods(deps, actor.playerId) })
}

async function listMethods({ db, config }: Deps, playerId: string): Promise<ReauthenticationMethod[]> {
  const identities = await listIdentities(db, playerId)
  const offered = identities
    .map(({ provider }) => provider)
    .filter((provider) => provider === 'mail' || config.identity[provider] !== null)
  return (await hasPasskey(db, playerId)) ? ['passkey', ...offered] : offered
}
