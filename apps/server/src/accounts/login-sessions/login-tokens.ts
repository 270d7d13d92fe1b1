import { errors, jwtVerify, SignJWT } from 'jose'
import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { openSigningKeys, signingAlgorithm } from '../../platform/keys/signing-keys.ts'
import type { LoginSessionRow } from '../tables.ts'

const audience = 'playhub'
const type = 'at+jwt'

type LoginClaims = { playerId: string; loginSessionId: string }

export type LoginTokens = {
  sign(session: LoginSessionRow): Promise<string>
  /** Claims from an authentic, unexpired token. Does not check whether the login session was revoked. */
  read(token: string): Promise<LoginClaims | undefined>
}

/** @param issuer  The hub's public URL. */
export async function createLoginTokens(db: Db, clock: Clock, issuer: string): Promise<LoginTokens> {
  const keys = await openSigningKeys({ db, clock }, 'login-token-key')

  async function getPublicKey(kid: string | undefined) {
    const key = (await keys.accepted()).find((key) => key.kid === kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key.publicKey
  }

  return {
    async sign(session) {
      const { kid, privateKey } = await keys.current()
      return new SignJWT({ sid: session.id })
        .setProtectedHeader({ alg: signingAlgorithm, typ: type, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(session.playerId)
        .setJti(newId())
        .setIssuedAt(toSeconds(session.createdAt))
        .setExpirationTime(toSeconds(session.expiresAt))
        .sign(privateKey)
    },

    async read(token) {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => getPublicKey(kid), {
          algorithms: [signingAlgorithm],
          issuer,
          audience,
          typ: type,
          currentDate: new Date(clock.now()),
          requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
        })
        return { playerId: String(payload.sub), loginSessionId: String(payload.sid) }
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}

const toSeconds = (instant: number) => Math.floor(instant / SECOND_MS)
