import type { ReauthenticationMethod } from '@playhub/contract'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasPasskey, listIdentities } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { findLiveLoginSession } from './login-session-store.ts'

/** How long a sign-in, or a proof after it, authorizes changes of the account's ways to sign in. */
const proofTtlMs = 10 * MINUTE_MS

/**
 * Requires that the player has proved within the last minutes who they are: a stolen token alone must not take an account.
 * @throws Refusal REAUTHENTICATION_REQUIRED with the `methods` by which the player can do so
 */
export async function expectRecentProof(deps: Deps, actor: Actor): Promise<void> {
  const { db, clock } = deps
  const session = await findLiveLoginSession(db, actor.loginSessionId, clock.now())
  if (!session) throw new Refusal('UNAUTHORIZED')
  const provedAt = Math.max(session.createdAt, session.confirmedAt ?? 0)
  if (provedAt > clock.now() - proofTtlMs) return
  throw new Refusal('REAUTHENTICATION_REQUIRED', { methods: await methodsOf(deps, actor.playerId) })
}

async function methodsOf({ db, config }: Deps, playerId: string): Promise<ReauthenticationMethod[]> {
  const identities = await listIdentities(db, playerId)
  const offered = identities
    .map(({ provider }) => provider)
    .filter((provider) => provider === 'mail' || config.identity[provider] !== null)
  return (await hasPasskey(db, playerId)) ? ['passkey', ...offered] : offered
}
