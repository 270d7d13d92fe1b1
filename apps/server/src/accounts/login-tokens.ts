import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type Clock, SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { ownSecret } from '../platform/secrets.ts'
import type { LoginSessionRow } from './tables.ts'

const algorithm = 'ES256'
const audience = 'playhub'
const type = 'at+jwt'

type LoginClaims = { playerId: string; loginSessionId: string }

export type LoginTokens = {
  sign(session: LoginSessionRow): Promise<string>
  /** What a token says, if it is ours and has not run out; whether its session lives is another question. */
  read(token: string): Promise<LoginClaims | undefined>
}

/** @param issuer  The hub's public address. */
export async function createLoginTokens(db: Db, clock: Clock, issuer: string): Promise<LoginTokens> {
  const privateJwk: JWK = JSON.parse(await ownSecret(db, 'login-token-key', makeKey))
  const { d: _, ...publicJwk } = privateJwk
  const privateKey = await importJWK(privateJwk, algorithm)
  const publicKey = await importJWK(publicJwk, algorithm)
  const kid = await calculateJwkThumbprint(publicJwk)

  return {
    sign: (session) =>
      new SignJWT({ sid: session.id })
        .setProtectedHeader({ alg: algorithm, typ: type, kid })
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
          algorithms: [algorithm],
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

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}
