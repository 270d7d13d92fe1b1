import { errors, jwtVerify, SignJWT } from 'jose'
import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { loadOrCreateSigningKey, signingAlgorithm } from '../../platform/keys/signing-key.ts'
import type { LoginSessionRow } from '../tables.ts'

const audience = 'playhub'
const type = 'at+jwt'

type LoginClaims = { playerId: string; loginSessionId: string }

export type LoginTokens = {
  sign(session: LoginSessionRow): Promise<string>
  /** The claims of an authentic, unexpired token. Does not check whether the login session was revoked. */
  read(token: string): Promise<LoginClaims | undefined>
}

/** @param issuer  The hub's public URL. */
export async function createLoginTokens(db: Db, clock: Clock, issuer: string): Promise<LoginTokens> {
  const { kid, privateKey, publicKey } = await loadOrCreateSigningKey(db, 'login-token-key')

  return {
    sign: (session) =>
      new SignJWT({ sid: session.id })
        .setProtectedHeader({ alg: signingAlgorithm, typ: type, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(session.playerId)
        .setJti(newId())
        .setIssuedAt(toSeconds(session.createdAt))
        .setExpirationTime(toSeconds(session.expiresAt))
        .sign(privateKey),

    async read(token) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
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
