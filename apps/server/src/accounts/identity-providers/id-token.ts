import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { IdentityNotProven, ProviderUnavailable } from './provider.ts'
import { askProvider } from './provider-fetch.ts'

type Issuer = {
  /** The provider, as the log calls it. */
  company: string
  issuer: string
  jwksUrl: string
  algorithms: string[]
}

/** What an ID token says, once all of it holds. `sub`, `iat` and `exp` are there. */
export type IdTokenClaims = JWTPayload & { sub: string; iat: number; exp: number }

/**
 * @param audiences  Our client ids; the token must be for one of them and nobody else.
 * @throws IdentityNotProven or ProviderUnavailable
 */
export type ReadIdToken = (token: string, audiences: readonly string[]) => Promise<IdTokenClaims>

/** A token is shown to us when it was just made. */
const maxAge = '10 minutes'
export const clockToleranceSeconds = 60

/** Reads the ID tokens of one issuer. Its keys are fetched when needed, and again when a key is new to us. */
export function createIdTokenReader(
  { company, issuer, jwksUrl, algorithms }: Issuer,
  clock: Clock,
): ReadIdToken {
  const fetchKey = createRemoteJWKSet(new URL(jwksUrl), { [customFetch]: askProvider })
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await fetchKey(header, token)
    } catch (error) {
      const isOfTheToken =
        error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
      if (isOfTheToken || error instanceof ProviderUnavailable) throw error
      throw new ProviderUnavailable(`The keys of ${company} cannot be read: ${(error as Error).message}`)
    }
  }

  return async (token, audiences) => {
    const payload = await verified(token)
    // Telegram has been seen to send its audience as a number, which jose refuses to compare.
    if (!audiences.includes(String(payload.aud)))
      throw new IdentityNotProven(`An ID token of ${company} is for somebody else`)
    return payload as IdTokenClaims
  }

  async function verified(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keyOf, {
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
      // The cause stays behind: jose puts the claims into it, and they are personal.
      throw new IdentityNotProven(`An ID token of ${company} does not hold: ${(error as Error).message}`)
    }
  }
}
