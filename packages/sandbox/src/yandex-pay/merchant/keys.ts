import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { Sealed } from '../../payments/webhook-queue.ts'
import { newId } from '../../platform/ids.ts'
import { TOKEN_TTL_S } from '../model/constants.ts'

/** The keys that webhooks are signed with: the newest signs, all of them are published. */
export interface Keys {
  /** Puts a body into a signed token: a new one for every try. A forged one is signed by a key that is nobody's. */
  seal(body: string, signedAtMs: number, isForged: boolean): Sealed
  published(): { keys: JsonWebKey[] }
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
  const stranger = newKeyPair()
  const newest = () => keys.at(-1) ?? add()

  function add(): Key {
    const key = { kid: `${keys.length + 1}-merchant-api-${newId('', 6)}`, privateKey: newKeyPair() }
    keys.push(key)
    return key
  }
  return {
    seal(body, signedAtMs, isForged) {
      const { kid, privateKey } = newest()
      const iat = Math.floor(signedAtMs / 1000)
      // The instants stand in the header, not in the payload: that is how Yandex Pay does it.
      const header = { alg: 'ES256', exp: iat + TOKEN_TTL_S, iat, kid, typ: 'JWT' }
      const content = `${encode(JSON.stringify(header))}.${encode(body)}`
      const key = isForged ? stranger : privateKey
      const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
      return { body: `${content}.${signature.toString('base64url')}`, headers: newHeaders() }
    },
    published() {
      newest()
      return { keys: keys.map(publicPart) }
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

function publicPart({ kid, privateKey }: Key): JsonWebKey {
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { alg: 'ES256', kty, crv, x, y, kid, use: 'sig' }
}

function newHeaders(): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    accept: '*/*',
    'user-agent': 'YandexPay/1.0',
    'x-request-id': `${hex()}_${hex()}`,
    'x-request-timeout': '13970',
  }
}

function hex(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}
