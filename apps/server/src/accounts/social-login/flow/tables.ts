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
  /** The hub session that the login belongs to, or an empty string. */
  session: string
  /** Held by the client that opened the flow; required to read the result. */
  verifierHash: string
  /** Held in a cookie by the browser that opened the flow; required to complete it. */
  bindingHash: string
  /** The origin where the flow started, unless it is the hub's public one. */
  origin: string | null
  /** This and the following columns are null until the browser is sent to the provider. */
  provider: SocialMethod | null
  stateHash: string | null
  nonce: string | null
  codeVerifier: string | null
  /**
   * JSON callback parameters that arrived without the browser's cookie, until the browser returns with the relay key.
   */
  relayedParameters: string | null
  relayKeyHash: string | null
  /** When the callback was processed; a state is usable once. */
  usedAt: number | null
  status: AuthState['status']
  /** A failed flow's event code. */
  errorCode: number | null
  /** For a login, the session created when the result was first read; otherwise the session that opened the flow. */
  loginSessionId: string | null
  /** When the state expires; after the callback, when the result expires. */
  expiresAt: number
}
