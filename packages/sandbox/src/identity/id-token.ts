import { createHash } from 'node:crypto'
import { newId } from '../platform/ids.ts'
import { omitNull } from './http.ts'
import type { ProviderContext } from './provider.ts'

export interface IdTokenOptions {
  audience: string
  /** Claims about the person. */
  claims: Record<string, unknown>
  nonce: string | null
  lifetimeS: number
  /** Unix seconds; now by default. */
  issuedAt?: number
  isExpired?: boolean
  isForged?: boolean
}

/** Expired tokens are an hour past their end, beyond any clock tolerance. */
const PAST_EXPIRY_S = 3600

/** Signs an OpenID Connect ID token of this provider. Null claims are omitted. */
export function signIdToken(context: ProviderContext, options: IdTokenOptions): string {
  const { audience, claims, nonce, lifetimeS, isExpired, isForged } = options
  const issuedAt = options.issuedAt ?? context.nowS() - (isExpired ? lifetimeS + PAST_EXPIRY_S : 0)
  const standardClaims = { iss: context.base, aud: audience, iat: issuedAt, exp: issuedAt + lifetimeS, nonce }
  return context.keys.sign(omitNull({ ...standardClaims, ...claims }), isForged)
}

/** Applies the injected faults of this provider. */
export function withFaults(
  context: ProviderContext,
  options: IdTokenOptions,
  foreignAudience: string,
): IdTokenOptions {
  return {
    ...options,
    audience: context.takesFault('wrong-audience') ? foreignAudience : options.audience,
    nonce: faultyNonce(context, options.nonce),
    isExpired: context.takesFault('expired'),
    isForged: context.takesFault('bad-signature'),
  }
}

function faultyNonce(context: ProviderContext, nonce: string | null): string | null {
  if (context.takesFault('missing-nonce')) return null
  return context.takesFault('wrong-nonce') ? newId('', 32) : nonce
}

/** `at_hash` and `c_hash` for RS256 tokens. */
export function halfHash(value: string): string {
  return createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url')
}
