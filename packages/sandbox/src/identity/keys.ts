import {
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { newId } from '../platform/ids.ts'

/** A provider's RS256 keys: the newest signs, all of them are published. */
export interface KeyRing {
  /** @param isForged  keeps the `kid` of a real key under a signature that does not hold */
  sign(claims: object, isForged?: boolean): string
  /** @returns the claims of a token that one of these keys signed */
  read(token: string | null): Record<string, unknown> | undefined
  /** A JWKS document. */
  published(): { keys: JsonWebKey[] }
  /** @returns the new `kid` */
  rotate(): string
}

interface Key {
  kid: string
  privateKey: KeyObject
}

/** Keys are made when first needed: an RSA key takes longer than the rest of the sandbox's start. */
export function createKeyRing(): KeyRing {
  const keys: Key[] = []
  const newest = () => keys.at(-1) ?? addKey()

  function addKey(): Key {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = { kid: newId('sandbox-', 12), privateKey }
    keys.push(key)
    return key
  }
  return {
    sign(claims, isForged = false) {
      const { kid, privateKey } = newest()
      const content = `${encode({ alg: 'RS256', kid, typ: 'JWT' })}.${encode(claims)}`
      const signature = sign('sha256', Buffer.from(isForged ? `${content}!` : content), privateKey)
      return `${content}.${signature.toString('base64url')}`
    },
    read(token) {
      const [header = '', payload = '', signature = ''] = token?.split('.') ?? []
      const content = Buffer.from(`${header}.${payload}`)
      const holds = keys.some(({ privateKey }) =>
        verify('sha256', content, createPublicKey(privateKey), Buffer.from(signature, 'base64url')),
      )
      return holds ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined
    },
    published() {
      newest()
      return { keys: keys.map(publicPart) }
    },
    rotate() {
      newest()
      return addKey().kid
    },
  }
}

function publicPart({ kid, privateKey }: Key): JsonWebKey {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
