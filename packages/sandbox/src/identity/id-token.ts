import { createHash } from 'node:crypto'
import { newId } from '../platform/ids.ts'
import type { Ground } from './provider.ts'
import { told } from './told.ts'

export interface IdTokenWish {
  audience: string
  /** What it says of the person. */
  claims: Record<string, unknown>
  nonce: string | null
  lifetimeS: number
  /** Seconds since 1970; by default now. */
  issuedAt?: number
  isExpired?: boolean
  isForged?: boolean
}

/** An hour beyond its end, so that no tolerance of clocks saves it. */
const PAST_END_S = 3600

/** Writes an OpenID Connect ID token of this provider. Claims that are null are left out. */
export function writeIdToken(ground: Ground, wish: IdTokenWish): string {
  const age = wish.isExpired ? wish.lifetimeS + PAST_END_S : 0
  const issuedAt = wish.issuedAt ?? ground.nowS() - age
  const claims = {
    iss: ground.base,
    aud: wish.audience,
    iat: issuedAt,
    exp: issuedAt + wish.lifetimeS,
    nonce: wish.nonce,
    ...wish.claims,
  }
  return ground.keys.sign(told(claims), wish.isForged)
}

/** The same wish with the faults that were ordered for this provider. */
export function withFaults(ground: Ground, wish: IdTokenWish, foreignAudience: string): IdTokenWish {
  return {
    ...wish,
    audience: ground.takes('wrong-audience') ? foreignAudience : wish.audience,
    nonce: faultyNonce(ground, wish.nonce),
    isExpired: ground.takes('expired'),
    isForged: ground.takes('bad-signature'),
  }
}

function faultyNonce(ground: Ground, nonce: string | null): string | null {
  if (ground.takes('missing-nonce')) return null
  return ground.takes('wrong-nonce') ? newId('', 32) : nonce
}

/** `at_hash` and `c_hash` of an RS256 token. */
export function halfHash(value: string): string {
  return createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url')
}
