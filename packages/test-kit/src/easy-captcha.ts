import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** A hub's secrets, by their names in its table `secrets`. */
export type CaptchaSecrets = Record<'captcha-signature' | 'captcha-key-signature', string>

const challengeTtlS = 60

/**
 * Creates a hub's captcha as the hub does, and solves it: a real one takes a core about a second, this one a few
 * milliseconds.
 * @param now  The hub's time, in milliseconds.
 * @returns  the request body's `captcha`
 */
export async function solveEasyCaptcha(
  secrets: CaptchaSecrets,
  purpose: 'registration' | 'login' | 'recovery',
  now: number,
): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 2000,
    deriveKey,
    counter: 1,
    hmacSignatureSecret: secrets['captcha-signature'],
    hmacKeySignatureSecret: secrets['captcha-key-signature'],
    expiresAt: Math.floor(now / 1000) + challengeTtlS,
    data: { purpose },
  })
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
