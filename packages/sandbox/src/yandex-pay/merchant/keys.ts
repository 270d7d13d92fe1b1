import {
  createPrivateKey,
  createPublicKey,
  sign as createSignature,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import type { SignedRequest } from '../../payments/webhook-queue.ts'
import { newId } from '../../platform/ids.ts'
import { TOKEN_TTL_S } from '../model/records.ts'

/** The signing keys of webhooks. The newest one signs; all of them are published. */
export interface Keys {
  /** Wraps a body in a signed JWT. A forged one is signed with an unpublished key. */
  sign(body: string, signedAtMs: number, isForged: boolean): SignedRequest
  jwks(): { keys: JsonWebKey[] }
  /** @returns the new `kid` */
  rotate(): string
  save(): SavedKey[]
  load(saved: SavedKey[]): void
}

interface SavedKey {
  kid: string
  jwk: JsonWebKey
}

interface Key {
  kid: string
  privateKey: KeyObject
}

export function createKeys(): Keys {
  let keys: Key[] = []
  const unpublishedKey = newKeyPair()
  const newest = () => keys.at(-1) ?? add()

  function add(): Key {
    const key = { kid: `${keys.length + 1}-merchant-api-${newId('', 6)}`, privateKey: newKeyPair() }
    keys.push(key)
    return key
  }
  return {
    sign(body, signedAtMs, isForged) {
      const { kid, privateKey } = newest()
      const iat = Math.floor(signedAtMs / 1000)
      // Yandex Pay puts `iat` and `exp` into the header, not into the payload.
      const header = { alg: 'ES256', exp: iat + TOKEN_TTL_S, iat, kid, typ: 'JWT' }
      const content = `${encode(JSON.stringify(header))}.${encode(body)}`
      const key = isForged ? unpublishedKey : privateKey
      const signature = createSignature('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
      return { body: `${content}.${signature.toString('base64url')}`, headers: requestHeaders() }
    },
    jwks() {
      newest()
      return { keys: keys.map(publicJwk) }
    },
    rotate() {
      newest()
      return add().kid
    },
    save: () => keys.map(({ kid, privateKey }) => ({ kid, jwk: privateKey.export({ format: 'jwk' }) })),
    load(saved) {
      keys = saved.map(({ kid, jwk }) => ({
        kid,
        privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
      }))
    },
  }
}

function newKeyPair(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

function publicJwk({ kid, privateKey }: Key): JsonWebKey {
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { alg: 'ES256', kty, crv, x, y, kid, use: 'sig' }
}

function requestHeaders(): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    accept: '*/*',
    'user-agent': 'YandexPay/1.0',
    'x-request-id': `${randomHex()}_${randomHex()}`,
    'x-request-timeout': '13970',
  }
}

function randomHex(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}
