import type { AuthState, InterfaceLanguage } from '@playhub/contract'
import type { SocialMethod } from '../providers/provider.ts'

declare module '../../../platform/database/database.ts' {
  interface Tables {
    authFlows: AuthFlowRow
  }
}

/** One attempt to log in with an identity provider or to link an identity. Secrets are stored as hashes. */
export type AuthFlowRow = {
  /** Chosen by the client; usable for one flow. */
  id: string
  /** The player who links or confirms an identity; after a login, the player who logged in. */
  playerId: string | null
  purpose: 'sign-in' | 'link' | 'confirm'
  language: InterfaceLanguage
  /** The login's hub session, or an empty string. */
  session: string
  /** Held by the client; required to read the result. */
  verifierHash: string
  /** Held in the browser's cookie; required to complete the flow. */
  bindingHash: string
  /** The origin where the flow started, unless it is the hub's public one. */
  origin: string | null
  /** This and the following columns are null until the browser is sent to the provider. */
  provider: SocialMethod | null
  stateHash: string | null
  nonce: string | null
  codeVerifier: string | null
  /**
   * JSON callback parameters from a request without the browser's cookie, until the browser returns with the relay key.
   */
  relayedParameters: string | null
  relayKeyHash: string | null
  /** JSON of a verified identity without an account, while the status is waiting for the player's consent. */
  heldIdentity: string | null
  /** When the callback was processed; a state is usable once. */
  usedAt: number | null
  status: Exclude<AuthState['status'], 'consent-required'>
  /** A failed flow's event code. */
  errorCode: number | null
  /** The session created at a login's first read of the result; otherwise the session behind the flow. */
  loginSessionId: string | null
  /** When the state expires; after the callback, when the result expires. */
  expiresAt: number
}
