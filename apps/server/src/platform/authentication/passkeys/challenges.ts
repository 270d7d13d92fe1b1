import { createHmac, randomBytes } from 'node:crypto'
import { type Clock, MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/database.ts'
import { loadOrCreateSecret } from '../../keys/secrets.ts'
import { isSameHash } from '../random-token.ts'
import { consumeAssertion } from '../used-assertion-store.ts'

/**
 * WebAuthn challenges. They are authenticated by an HMAC instead of being stored, because every login form visit needs
 * one; only used ones are stored until they expire.
 */
export type PasskeyChallenges = {
  /** @param purpose  What the challenge may be used for, such as adding a passkey within one login session. */
  issue(purpose: string): Uint8Array<ArrayBuffer>
  /** True while the challenge is valid for the purpose. */
  isValid(challenge: string, purpose: string): boolean
  /** Marks a challenge as used. False when it was used before. */
  consume(db: Db, challenge: string): Promise<boolean>
}

export const challengeTtlMs = 5 * MINUTE_MS

const nonceBytes = 16
const headBytes = nonceBytes + 8

/** @param secretName  Players' and operators' challenges have different secrets, so neither is valid for the other. */
export async function createPasskeyChallenges(
  db: Db,
  clock: Clock,
  secretName: string,
): Promise<PasskeyChallenges> {
  const secret = await loadOrCreateSecret(db, secretName)
  const sign = (head: Uint8Array, purpose: string) =>
    createHmac('sha256', secret).update(head).update(purpose).digest()

  return {
    issue(purpose) {
      const head = Buffer.alloc(headBytes)
      randomBytes(nonceBytes).copy(head)
      head.writeBigUInt64BE(BigInt(clock.now() + challengeTtlMs), nonceBytes)
      return new Uint8Array(Buffer.concat([head, sign(head, purpose)]))
    },
    isValid(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length <= headBytes || parseExpiry(challenge) <= clock.now()) return false
      const signature = bytes.subarray(headBytes).toString('base64url')
      return isSameHash(signature, sign(bytes.subarray(0, headBytes), purpose).toString('base64url'))
    },
    consume: (tx, challenge) => consumeAssertion(tx, `passkey ${challenge}`, parseExpiry(challenge)),
  }
}

function parseExpiry(challenge: string): number {
  return Number(Buffer.from(challenge, 'base64url').readBigUInt64BE(nonceBytes))
}
