import { createHash } from 'node:crypto'
import { authMethods, type InterfaceLanguage } from '@playhub/contract'

export const socialMethods = authMethods.filter((method) => method !== 'mail')
export type SocialMethod = (typeof socialMethods)[number]

/** Random values for one login attempt. */
export type LoginFlow = {
  /** 32 random bytes as base64url. */
  state: string
  nonce: string
  /** PKCE. */
  codeVerifier: string
  redirectUri: string
}

/** An identity as verified by its provider. */
export type VerifiedIdentity = {
  method: SocialMethod
  /** The provider's stable id for the person; unique together with the method. */
  subject: string
  name: string | null
  /** Only if the provider has verified it. */
  email: string | null
  /** A name or email, verified or not, by which the person recognises the identity. */
  label: string | null
  /** The key of the single-use assertion that was consumed for it. */
  usedAssertion?: string
}

export type CallbackParameters = Record<string, string>

/** One identity provider. Its formats and terms stay within its folder. */
export type IdentityProvider = {
  method: SocialMethod
  /** The URL to send the browser to. */
  startLogin(flow: LoginFlow, language: InterfaceLanguage): URL | Promise<URL>
  /** Unpacks parameters packed into one by the provider. Returns unreadable ones unchanged. */
  unpack?(parameters: CallbackParameters): CallbackParameters
  /**
   * Verifies callback parameters with the provider.
   * @param parameters  From the callback's query or form.
   * @param parameters  From the query or the form of the callback.
   * @throws LoginCancelled, IdentityNotVerified or ProviderUnavailable
   */
  finishLogin(parameters: CallbackParameters, flow: LoginFlow): Promise<VerifiedIdentity>
}

/** The person cancelled at the provider. */
export class LoginCancelled extends Error {}
/** The message goes to the log. */
export class IdentityNotVerified extends Error {}
/** The provider did not respond, or its response was unusable. */
export class ProviderUnavailable extends Error {}

/** Error codes of providers and their app SDKs for a cancelled login. */
const cancellations = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_denied',
  'popup_closed_by_user',
  'loginCancelled',
])

/** @throws LoginCancelled */
export function throwIfCancelled({ error }: CallbackParameters): void {
  if (error && cancellations.has(error)) throw new LoginCancelled(error)
}

/**
 * A callback's authorization code.
 * @throws LoginCancelled, or IdentityNotVerified without a code
 */
export function requireCode(parameters: CallbackParameters): string {
  throwIfCancelled(parameters)
  // Anybody can set the error text, so it is not logged.
  if (parameters.error) throw new IdentityNotVerified('The provider reported an error')
  if (!parameters.code) throw new IdentityNotVerified('The callback has no code')
  return parameters.code
}

/** Marks a single-use assertion as used. Resolves to false when it was used before. */
export type ConsumeAssertion = (key: string, expiresAt: number) => Promise<boolean>

/** The key under which a used assertion is stored. A hash, because the assertion itself can log somebody in. */
export function assertionKey(method: SocialMethod, assertion: string): string {
  return `${method} ${createHash('sha256').update(assertion).digest('base64url')}`
}
