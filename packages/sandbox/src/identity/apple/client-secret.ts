import { createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { APPLE, APPLE_CLIENT_KEY_PEM } from '../constants.ts'

const publicKey = createPublicKey(createPrivateKey(APPLE_CLIENT_KEY_PEM))
/** Six months. */
const MAX_LIFETIME_S = 15_777_000

/** Verifies the ES256 token used as the client secret. @returns its error, or null */
export function clientSecretError(
  secret: string | null,
  { clientId, audience, nowS }: { clientId: string; audience: string; nowS: number },
): string | null {
  const [header = '', payload = '', signature = '', ...rest] = secret?.split('.') ?? []
  const { alg, kid } = decode(header)
  const { iss, sub, aud, iat, exp } = decode(payload)
  if (rest.length > 0 || alg !== 'ES256') return 'it is not an ES256 token'
  if (kid !== APPLE.keyId) return 'kid is not the key of the team'
  if (!isSigned(`${header}.${payload}`, signature)) return 'the signature is invalid'
  if (iss !== APPLE.teamId) return 'iss is not the team'
  if (sub !== clientId) return 'sub is not the client'
  if (aud !== audience) return 'aud is not Apple'
  if (typeof exp !== 'number' || exp <= nowS) return 'it has expired'
  if (exp > nowS + MAX_LIFETIME_S) return 'its lifetime exceeds six months'
  return typeof iat === 'number' ? null : 'it has no iat'
}

function isSigned(content: string, signature: string): boolean {
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(content), key, Buffer.from(signature, 'base64url'))
}

function decode(part: string): Record<string, unknown> {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof decoded === 'object' && decoded !== null ? { ...decoded } : {}
  } catch {
    return {}
  }
}
