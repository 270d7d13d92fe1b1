import type { InterfaceLanguage } from '@playhub/contract'
import type { SocialMethod } from './config.ts'

/** What one try to sign in carries to the provider and back. All of it is ours and random. */
export type SignInFlow = {
  /** 32 random bytes as base64url. */
  state: string
  nonce: string
  /** PKCE. */
  codeVerifier: string
  redirectUri: string
}

/** Who the provider says the person is. */
export type ProvenIdentity = {
  method: SocialMethod
  /** The provider's stable id of the person: with the method the key of an identity. */
  subject: string
  name: string | null
  /** Only when the provider vouches for it. */
  email: string | null
  /** What the person recognises the identity by: an address or a name, vouched for or not. */
  label: string | null
}

/** One company that says who a player is. Its own words and formats end at its file. */
export type IdentityProvider = {
  method: SocialMethod
  /** The address at which the browser asks the person. */
  startSignIn(flow: SignInFlow, language: InterfaceLanguage): URL | Promise<URL>
  /** Where the callback's parameters may come packed: unpacks them, and leaves what it cannot read as it is. */
  unpack?(answer: Record<string, string>): Record<string, string>
  /**
   * Reads the answer that the browser brought back, and asks the provider what it is worth.
   * @param answer  The callback's parameters, from its query or form.
   * @throws SignInCancelled, IdentityNotProven or ProviderUnavailable
   */
  finishSignIn(answer: Record<string, string>, flow: SignInFlow): Promise<ProvenIdentity>
}

/** The person thought better of it. */
export class SignInCancelled extends Error {}
/** What was shown proves nothing; the message says why, for the log. */
export class IdentityNotProven extends Error {}
/** The provider did not answer, or not as it should. */
export class ProviderUnavailable extends Error {}
