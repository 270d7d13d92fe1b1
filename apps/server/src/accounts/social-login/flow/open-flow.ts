import { hashToken, newToken } from '../../../platform/authentication/random-token.ts'
import type { Actor } from '../../../platform/http/api.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ClientInfo } from '../../client-info.ts'
import type { Deps } from '../../deps.ts'
import { flowTtlMs } from './flow.ts'
import { insertFlow } from './flow-store.ts'

export type OpenedFlow = {
  /** Held by the client: required to read the result. */
  verifier: string
  /** Held in the browser's cookie: required to complete the flow. */
  binding: string
}

/** A flow's purpose. Linking and confirming belong to a login session and end with it. */
export type FlowPurpose = { purpose: 'sign-in' } | { purpose: 'link' | 'confirm'; actor: Actor }

/**
 * Opens a flow under the client's id.
 * @throws Refusal AUTH_STATE_TAKEN
 */
export async function openFlow(
  { db, clock }: Deps,
  id: string,
  flow: FlowPurpose,
  { language, session }: ClientInfo,
): Promise<OpenedFlow> {
  const actor = flow.purpose === 'sign-in' ? null : flow.actor
  const verifier = newToken()
  const binding = newToken()
  const isOpened = await insertFlow(db, {
    id,
    playerId: actor?.playerId ?? null,
    purpose: flow.purpose,
    language,
    session,
    verifierHash: hashToken(verifier),
    bindingHash: hashToken(binding),
    origin: null,
    provider: null,
    stateHash: null,
    nonce: null,
    codeVerifier: null,
    relayedParameters: null,
    relayKeyHash: null,
    heldIdentity: null,
    usedAt: null,
    status: 'waiting',
    errorCode: null,
    loginSessionId: actor?.loginSessionId ?? null,
    expiresAt: clock.now() + flowTtlMs,
  })
  if (!isOpened) throw new Refusal('AUTH_STATE_TAKEN')
  return { verifier, binding }
}
