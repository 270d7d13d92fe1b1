import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Clock } from '../../../platform/clock.ts'
import { getErrorMessage } from '../../../platform/errors.ts'
import { IdentityNotVerified, ProviderUnavailable } from './provider.ts'
import { fetchProvider } from './provider-fetch.ts'

type Issuer = {
  /** Used in log messages. */
  providerName: string
  issuer: string
  jwksUrl: string
  algorithms: string[]
}

/** A verified ID token's claims. */
export type IdTokenClaims = JWTPayload & { sub: string; iat: number; exp: number }

/**
 * @param audiences  Our client ids; the token's only audience must be one of them.
 * @throws IdentityNotVerified or ProviderUnavailable
 */
export type ReadIdToken = (token: string, audiences: readonly string[]) => Promise<IdTokenClaims>

/** Tokens are presented right after they are issued. */
const maxAge = '10 minutes'
export const clockToleranceSeconds = 60

/** Verifies one issuer's ID tokens. Fetches its keys on demand, and again for an unknown key id. */
export function createIdTokenReader(
  { providerName, issuer, jwksUrl, algorithms }: Issuer,
  clock: Clock,
): ReadIdToken {
  const fetchKey = createRemoteJWKSet(new URL(jwksUrl), { [customFetch]: fetchProvider })
  const getKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await fetchKey(header, token)
    } catch (error) {
      const isCausedByToken =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
      if (isCausedByToken || error instanceof ProviderUnavailable) throw error
      throw new ProviderUnavailable(`Cannot read the keys of ${providerName}: ${getErrorMessage(error)}`)
    }
  }

  return async (token, audiences) => {
    const payload = await verify(token)
    // Telegram sometimes sends the audience as a number, which jose does not compare.
    if (!audiences.includes(String(payload.aud)))
      throw new IdentityNotVerified(`The ID token of ${providerName} is for another audience`)
    return payload as IdTokenClaims
  }

  async function verify(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, getKey, {
        algorithms,
        issuer,
        currentDate: new Date(clock.now()),
        maxTokenAge: maxAge,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'aud', 'iat', 'exp'],
      })
      return payload
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error
      // No cause: jose's error contains the claims, which are personal data.
      throw new IdentityNotVerified(`The ID token of ${providerName} is invalid: ${getErrorMessage(error)}`)
    }
  }
}
