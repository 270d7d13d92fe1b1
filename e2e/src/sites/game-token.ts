import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { World } from '../environment/test-environment.ts'

export type GameTokenClaims = { iss: string; aud: string; sub: string; nickName: string; exp: number }
type KeySet = { keys: (JsonWebKey & { kid: string })[] }

/**
 * What a token says, believed as a game's server believes it: by the hub's public keys alone.
 * @throws Error when it is no game token that the hub has signed.
 */
export async function readGameToken(world: World, token: string): Promise<GameTokenClaims> {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const { alg, typ, kid } = readPart<{ alg: string; typ: string; kid: string }>(header)
  const { keys } = (await (await fetch(`${world.hubUrl}/.well-known/jwks.json`)).json()) as KeySet
  const key = keys.find((known) => known.kid === kid)
  if (!key || alg !== 'ES256' || typ !== 'game+jwt') throw new Error(`${alg} ${typ} is no game token`)
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The hub has not signed this token')
  return readPart(claims)
}

const readPart = <T>(part: string): T => JSON.parse(Buffer.from(part, 'base64url').toString()) as T
