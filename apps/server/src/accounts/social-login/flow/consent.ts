import type { AuthState } from '@playhub/contract'
import { transact } from '../../../platform/database/database.ts'
import type { ClientInfo } from '../../client-info.ts'
import { newConsent } from '../../consents/consent.ts'
import { insertConsent } from '../../consents/consent-store.ts'
import type { LoginDeps } from '../../login-sessions/login-session.ts'
import { findOrCreateAccount } from '../native-tokens/provider-account.ts'
import { flowTtlMs } from './flow.ts'
import { endFlow, takeHeldIdentity } from './flow-store.ts'
import { expectFlow, type FlowHolder, readFlowResult } from './result.ts'

/**
 * Ends a flow that holds an identity: with an account if the player consents, else as if cancelled at the provider.
 * Idempotent: the first decision stays.
 * @throws Refusal AUTH_STATE_NOT_FOUND, also for a wrong verifier; ACCOUNT_BANNED
 */
export async function decideConsent(
  deps: LoginDeps,
  { consent, ...holder }: FlowHolder & { consent: boolean },
  client: ClientInfo,
): Promise<AuthState> {
  const { db, clock } = deps
  const { id, language, heldIdentity, expiresAt } = await expectFlow(db, holder)
  const now = clock.now()
  if (heldIdentity !== null && expiresAt > now)
    await transact(db, async (tx) => {
      if (!(await takeHeldIdentity(tx, id))) return
      const ending = { expiresAt: now + flowTtlMs }
      if (!consent) return endFlow(tx, id, { ...ending, status: 'cancelled' })
      const account = await findOrCreateAccount(tx, JSON.parse(heldIdentity), { ...deps, language })
      await insertConsent(tx, account.id, newConsent(deps, client))
      return endFlow(tx, id, { ...ending, status: 'signed-in', playerId: account.id })
    })
  return readFlowResult(deps, holder, client)
}
