import { randomBytes } from 'node:crypto'
import { hashToken } from '../random-token.ts'

const numberOfCodes = 10
/** Without letters and digits that look alike. Its 32 characters carry 5 bits each. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 120 bits, so that a hash without a salt is enough. */
const codeLength = 24
const groupLength = 4

/** New recovery codes in groups of four characters, such as `K7QF-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: numberOfCodes }, newRecoveryCode)
}

function newRecoveryCode(): string {
  const characters = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length])
  return characters.join('').replace(new RegExp(`(.{${groupLength}})(?!$)`, 'g'), '$1-')
}

/** Ignores letter case and everything that separates groups. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
}
