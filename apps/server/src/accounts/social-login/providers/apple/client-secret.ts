import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { type Clock, SECOND_MS } from '../../../../platform/clock.ts'
import { StartupError } from '../../../../platform/startup-error.ts'
import type { AppleConfig } from '../provider-settings.ts'

const ttlSeconds = 300

/**
 * Creates client secrets: Apple expects a short-lived JWT signed with the team's key.
 * @throws StartupError for an invalid key
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
      .setExpirationTime(now + ttlSeconds)
      .sign(key)
  }
}

function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // The error may quote the key, so it is dropped.
  }
  throw new StartupError(
    'APPLE_PRIVATE_KEY must be the P-256 key of the team, as PEM: the text of its .p8 file.',
  )
}
