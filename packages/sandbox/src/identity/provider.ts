import type { SandboxContext } from '../platform/context.ts'
import { getBaseUrl } from '../platform/official-hosts.ts'
import type { Operation } from './http.ts'
import { createKeyRing, type KeyRing } from './keys.ts'
import type { Challenge } from './oauth.ts'
import type { Persona } from './personas.ts'
import type { IdentityFault, ProviderFaults } from './provider-faults.ts'
import { createTokenStore, type TokenStore } from './token-store.ts'

/** Options for tokens issued by the control API without a login. */
export interface TokenOptions {
  persona: Persona
  /** Default: the hub's client id. */
  audience?: string
  scope?: string
  expired: boolean
  /** Unix seconds. */
  issuedAt?: number
  nonce: string | null
  badSignature: boolean
}

export interface IssuedTokens {
  idToken?: string
  accessToken?: string
  userData?: Record<string, string | number>
}

/** An identity provider's interface. Each lives in its own folder. */
export interface IdentityProvider {
  readonly operations: Operation[]
  /** The faults for this provider. */
  readonly faults: readonly IdentityFault[]
  /** A persona's user id at the provider. */
  getSubject(persona: Persona): string
  issueTokens(options: TokenOptions): IssuedTokens
  /** Adds a signing key. Absent when the provider signs nothing. @returns its `kid` */
  rotateKey?(): string
}

export interface ProviderDefinition {
  name: string
  /** Where its pages are. */
  officialUrl: string
  /** The URL prefix; issuer and base URL are the sandbox's URL and this. */
  prefix: string
  /** Authorization code prefix. */
  codePrefix: string
}

/** An authorization code's data. A provider leaves out unchecked parts. */
interface AuthorizationGrant {
  persona: Persona
  scopes: string[]
  redirectUri?: string
  nonce?: string | null
  challenge?: Challenge | null
  deviceId?: string
}

/** The providers' common dependencies. */
export interface ProviderContext {
  /** Base URL and issuer. Known only once the port is open, so read it when it is needed. */
  readonly base: string
  readonly hubUrl: string
  readonly keys: KeyRing
  readonly codes: TokenStore<AuthorizationGrant>
  /** Unix seconds, with the control API's clock skew. */
  nowS(): number
  /** Takes an injected fault of this provider. */
  takesFault(fault: IdentityFault): boolean
}

export const CODE_LIFETIME_S = 600

export function createProviderContext(
  sandbox: SandboxContext,
  faults: ProviderFaults,
  { name, officialUrl, prefix, codePrefix }: ProviderDefinition,
): ProviderContext {
  const nowS = () => Math.floor(sandbox.now() / 1000) + faults.skewS(name)
  return {
    get base() {
      return getBaseUrl(sandbox, officialUrl, prefix)
    },
    hubUrl: sandbox.hubUrl,
    keys: createKeyRing(),
    codes: createTokenStore(nowS, { prefix: codePrefix, lifetimeS: CODE_LIFETIME_S }),
    nowS,
    takesFault: (fault) => faults.take(name, fault),
  }
}
