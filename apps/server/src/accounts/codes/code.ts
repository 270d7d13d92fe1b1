import { createHmac, randomInt } from 'node:crypto'
import { limits } from '@playhub/contract'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'

export type CodePurpose = 'registration' | 'recovery'

/** Counted from the moment when the email is rendered. */
export const codeTtlMs = 10 * MINUTE_MS
/** For one address of the network. */
export const maxCodeTries = 5
/** From everywhere, so that many addresses cannot guess together. */
export const maxCodeTriesInTotal = 15
/** Minimum time between two emails of the same purpose to one address. */
export const resendDelayMs = 60 * SECOND_MS

/** Six random digits from 100000 to 999999 (specification §9). */
export function newCode(): string {
  return String(randomInt(10 ** (limits.codeLength - 1), 10 ** limits.codeLength))
}

/**
 * The stored form of a code. The pepper prevents a brute-force search of all six-digit codes if the table leaks.
 * @param codeId  The id of the code's row; it acts as a salt.
 */
export function hashCode(pepper: string, codeId: string, code: string): string {
  return createHmac('sha256', pepper).update(`${codeId}\n${code}`).digest('base64url')
}
