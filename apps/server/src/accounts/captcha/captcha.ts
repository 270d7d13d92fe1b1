import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import { type Clock, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { loadOrCreateSecret } from '../../platform/keys/secrets.ts'
import { Refusal } from '../../platform/refusal.ts'
import { consumeSolution } from './captcha-store.ts'

export type CaptchaPurpose = 'registration' | 'login' | 'recovery'

/** Proof-of-work captchas. A browser solves one in about a second; they make automation expensive, not impossible. */
export type Captchas = {
  createChallenge(purpose: CaptchaPurpose): Promise<Record<string, unknown>>
  /**
   * Verifies a solution and marks it as used.
   * @param payload  Base64 of the widget's JSON; undefined if the request has none.
   * @throws Refusal CAPTCHA_REQUIRED without a payload; CAPTCHA_INVALID if wrong, expired, used or issued for another
   *   purpose
   */
  verify(payload: string | undefined, purpose: CaptchaPurpose): Promise<void>
}

const challengeTtlMs = 5 * MINUTE_MS
const derivation = { algorithm: 'PBKDF2/SHA-256', cost: 2000 }
/** Minimum keys a solver derives to find the right one. */
const minKeys = 500
const maxKeys = 1500

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(derivation.algorithm),
      nonce: z.string().min(1).max(128),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
      data: z.object({ purpose: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

export async function createCaptchas({ db, clock }: { db: Db; clock: Clock }): Promise<Captchas> {
  const secrets = {
    hmacSignatureSecret: await loadOrCreateSecret(db, 'captcha-signature'),
    hmacKeySignatureSecret: await loadOrCreateSecret(db, 'captcha-key-signature'),
  }

  async function newChallenge(purpose: CaptchaPurpose): Promise<Record<string, unknown>> {
    const challenge = await createChallenge({
      ...derivation,
      ...secrets,
      deriveKey,
      counter: randomInt(maxKeys, minKeys),
      expiresAt: Math.floor((clock.now() + challengeTtlMs) / SECOND_MS),
      data: { purpose },
    })
    return { ...challenge }
  }

  async function verify(payload: string | undefined, purpose: CaptchaPurpose): Promise<void> {
    if (!payload) throw new Refusal('CAPTCHA_REQUIRED', { purpose })
    const solved = readPayload(payload)
    if (!solved) throw new Refusal('CAPTCHA_INVALID')
    const { parameters } = solved.challenge
    const expiresAt = parameters.expiresAt * SECOND_MS
    const isUsable = parameters.data.purpose === purpose && expiresAt > clock.now()
    const { verified } = await verifySolution({ ...solved, ...secrets, deriveKey })
    if (!isUsable || !verified || !(await consumeSolution(db, parameters.nonce, expiresAt))) {
      throw new Refusal('CAPTCHA_INVALID')
    }
  }

  return { createChallenge: newChallenge, verify }
}

function readPayload(payload: string): z.infer<typeof Payload> | undefined {
  try {
    return Payload.parse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')))
  } catch {
    return undefined
  }
}
