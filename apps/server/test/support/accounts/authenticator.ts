/** A software authenticator: responds to WebAuthn options as a browser would. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyAttestation } from '@playhub/contract'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { TestHub } from '../test-hub.ts'

/** A response's deviation from an honest browser's. */
type Deviation = {
  challenge?: string
  origin?: string
  rpId?: string
  crossOrigin?: boolean
  isUserVerified?: boolean
  counter?: number
  userHandle?: string
}

export type Authenticator = {
  create(options: { challenge: string }, deviation?: Deviation): PasskeyAttestation
  get(options: { challenge: string }, deviation?: Deviation): PasskeyAssertion
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredentialData = 0x40

/** @param counts  Whether it counts signatures; synced passkeys do not. */
export function createAuthenticator(hub: TestHub, { counts = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const common = { id, rawId: id, type: 'public-key' as const }
  const home = new URL(hub.url)
  let counter = 0
  let owner = ''

  function clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = home.origin, crossOrigin = false } = deviation
    return Buffer.from(
      JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin, crossOrigin }),
    )
  }

  function authenticatorData(deviation: Deviation, credentialData?: Buffer): Buffer {
    const { rpId = home.hostname, isUserVerified = true } = deviation
    if (counts) counter += 1
    const flags = userPresent | (isUserVerified ? userVerified : 0) | (credentialData ? hasCredentialData : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(deviation.counter ?? counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, credentialData ?? Buffer.alloc(0)])
  }

  function credentialData(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)])
  }

  return {
    create(options, deviation = {}) {
      const { user } = options as unknown as { user: { id: string } }
      owner = user.id
      const authData = new Uint8Array(authenticatorData(deviation, credentialData()))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, deviation).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(options, deviation = {}) {
      const signed = clientData('webauthn.get', options.challenge, deviation)
      const data = authenticatorData(deviation)
      const signature = sign('sha256', Buffer.concat([data, sha256(signed)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: signed.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: deviation.userHandle ?? owner,
        },
      }
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
