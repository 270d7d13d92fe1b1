import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import { type Clock, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { loadOrCreateSecret } from '../../platform/keys/secrets.ts'
import { Refusal } from '../../platform/refusal.ts'
import { spendSolution } from './captcha-store.ts'

export type CaptchaPurpose = 'registration' | 'login' | 'recovery'

/** Work that a browser does in about a second and a robot must do each time anew. It proves no human. */
export type RobotCheck = {
  challenge(purpose: CaptchaPurpose): Promise<Record<string, unknown>>
  /**
   * Accepts a solution once.
   * @param payload  Base64 of the widget's JSON; undefined where the caller sent none.
   * @throws Refusal CAPTCHA_REQUIRED without a payload, CAPTCHA_INVALID for a wrong, old, foreign or used one.
   */
  spend(payload: string | undefined, purpose: CaptchaPurpose): Promise<void>
}

const challengeLifeMs = 5 * MINUTE_MS
const derivation = { algorithm: 'PBKDF2/SHA-256', cost: 2000 }
/** How many keys the solver derives before it finds ours. */
const fewestKeys = 500
const mostKeys = 1500

const Solved = z.object({
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

export async function createRobotCheck({ db, clock }: { db: Db; clock: Clock }): Promise<RobotCheck> {
  const secrets = {
    hmacSignatureSecret: await loadOrCreateSecret(db, 'captcha-signature'),
    hmacKeySignatureSecret: await loadOrCreateSecret(db, 'captcha-key-signature'),
  }

  async function challenge(purpose: CaptchaPurpose): Promise<Record<string, unknown>> {
    const made = await createChallenge({
      ...derivation,
      ...secrets,
      deriveKey,
      counter: randomInt(mostKeys, fewestKeys),
      expiresAt: Math.floor((clock.now() + challengeLifeMs) / SECOND_MS),
      data: { purpose },
    })
    return { ...made }
  }

  async function spend(payload: string | undefined, purpose: CaptchaPurpose): Promise<void> {
    if (!payload) throw new Refusal('CAPTCHA_REQUIRED', { purpose })
    const solved = readPayload(payload)
    if (!solved) throw new Refusal('CAPTCHA_INVALID')
    const { parameters } = solved.challenge
    const expiresAt = parameters.expiresAt * SECOND_MS
    const isOurs = parameters.data.purpose === purpose && expiresAt > clock.now()
    const { verified } = await verifySolution({ ...solved, ...secrets, deriveKey })
    if (!isOurs || !verified || !(await spendSolution(db, parameters.nonce, expiresAt))) {
      throw new Refusal('CAPTCHA_INVALID')
    }
  }

  return { challenge, spend }
}

function readPayload(payload: string): z.infer<typeof Solved> | undefined {
  try {
    return Solved.parse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')))
  } catch {
    return undefined
  }
}
