import { Refusal } from '../../platform/refusal.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { hashToken, newToken } from '../random-token.ts'
import { flowTtlMs } from './flow.ts'
import { insertFlow } from './flow-store.ts'

export type OpenedFlow = {
  /** For the client: required to read the result. */
  verifier: string
  /** For the browser's cookie: required to complete the flow. */
  binding: string
}

/**
 * Opens a flow under an id that the client chose.
 * @param linkTo  The player to link an identity to; null to sign in.
 * @throws Refusal AUTH_STATE_TAKEN
 */
export async function openFlow(
  { db, clock }: Deps,
  { id, linkTo }: { id: string; linkTo: string | null },
  { language, session }: ClientInfo,
): Promise<OpenedFlow> {
  const verifier = newToken()
  const binding = newToken()
  const isOpened = await insertFlow(db, {
    id,
    playerId: linkTo,
    purpose: linkTo === null ? 'sign-in' : 'link',
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
    usedAt: null,
    status: 'waiting',
    errorCode: null,
    loginSessionId: null,
    expiresAt: clock.now() + flowTtlMs,
  })
  if (!isOpened) throw new Refusal('AUTH_STATE_TAKEN')
  return { verifier, binding }
}
