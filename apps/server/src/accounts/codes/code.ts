import { createHmac, randomInt } from 'node:crypto'
import { limits } from '@playhub/contract'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'

/** Counted from when the email is rendered. */
export const codeTtlMs = 10 * MINUTE_MS
/** Limit per client IP. */
export const maxCodeTries = 5
/** Limit across all IPs, against distributed guessing. */
export const maxCodeTriesInTotal = 15
/** Minimum interval between emails with the same purpose to one recipient. */
export const resendDelayMs = 60 * SECOND_MS

/** Six random digits from 100000 to 999999 (specification §9). */
export function newCode(): string {
  return String(randomInt(10 ** (limits.codeLength - 1), 10 ** limits.codeLength))
}

/**
 * The stored form of a code. The pepper prevents brute-forcing all six-digit codes if the table leaks.
 * @param codeId  The code's row id; it acts as a salt.
 */
export function hashCode(pepper: string, codeId: string, code: string): string {
  return createHmac('sha256', pepper).update(`${codeId}\n${code}`).digest('base64url')
}
