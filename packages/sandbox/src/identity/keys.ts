import {
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify as verifySignature,
} from 'node:crypto'
import { newId } from '../platform/ids.ts'

/** A provider's RS256 keys. The newest one signs; all of them are published. */
export interface KeyRing {
  /** @param isForged  names a published key but has an invalid signature */
  sign(claims: object, isForged?: boolean): string
  /** @returns the claims of a token; undefined unless one of these keys signed it */
  verify(token: string | null): Record<string, unknown> | undefined
  /** A JWKS document. */
  jwks(): { keys: JsonWebKey[] }
  /** @returns the new `kid` */
  rotate(): string
}

interface Key {
  kid: string
  privateKey: KeyObject
}

/** Keys are generated on first use: an RSA key takes longer than the rest of the sandbox's start. */
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
    verify(token) {
      const [header = '', payload = '', signature = ''] = token?.split('.') ?? []
      const content = Buffer.from(`${header}.${payload}`)
      const isSigned = keys.some(({ privateKey }) =>
        verifySignature('sha256', content, createPublicKey(privateKey), Buffer.from(signature, 'base64url')),
      )
      return isSigned ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined
    },
    jwks() {
      newest()
      return { keys: keys.map(publicJwk) }
    },
    rotate() {
      newest()
      return addKey().kid
    },
  }
}

function publicJwk({ kid, privateKey }: Key): JsonWebKey {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
