import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@playhub/contract'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'

export type CodePurpose = 'registration' | 'recovery'

/** How long a code holds, from the moment its letter is written. */
export const codeLifeMs = 10 * MINUTE_MS
export const codeTries = 5
/** How long until another letter may be asked for. */
export const resendDelayMs = 60 * SECOND_MS

/** Six random digits from 100000 to 999999 (specification §9). */
export function newCode(): string {
  return String(randomInt(10 ** (limits.codeLength - 1), 10 ** limits.codeLength))
}

/**
 * What is kept of a code. Six digits alone could be counted through; without the pepper this says nothing.
 * @param codeId  The code's row: the same digits hash differently each time.
 */
export function hashCode(pepper: string, codeId: string, code: string): string {
  return createHmac('sha256', pepper).update(`${codeId}\n${code}`).digest('base64url')
}

export function isSameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
