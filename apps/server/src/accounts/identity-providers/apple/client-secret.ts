import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { type Clock, SECOND_MS } from '../../../platform/clock.ts'
import { StartupError } from '../../../platform/startup-error.ts'
import type { AppleConfig } from '../config.ts'

const lifeSeconds = 300

/**
 * Makes the client secret of each request: Apple takes a short-lived token, signed with the team's key, for a password.
 * @throws StartupError when the key is none
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export function createAppleSecrets(config: AppleConfig, clock: Clock): () => Promise<string> {
  const key = readKey(config.privateKey)
  return () => {
    const now = Math.floor(clock.now() / SECOND_MS)
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: config.keyId })
      .setIssuer(config.teamId)
      .setSubject(config.clientId)
      .setAudience(config.issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + lifeSeconds)
      .sign(key)
  }
}

function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // What is wrong with it would quote from it.
  }
  throw new StartupError(
    'APPLE_PRIVATE_KEY must be the P-256 key of the team, as PEM: the text of its .p8 file.',
  )
}
