import { randomBytes } from 'node:crypto'
import { hashToken } from './random-token.ts'

const codeCount = 10
/** Excludes similar letters and digits. Each character carries 5 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 120 bits, so an unsalted hash is enough. */
const codeLength = 24
const groupLength = 4

/** New recovery codes in four-character groups, such as `K7QF-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, newRecoveryCode)
}

function newRecoveryCode(): string {
  const characters = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length])
  return characters.join('').replace(new RegExp(`(.{${groupLength}})(?!$)`, 'g'), '$1-')
}

/** Ignores letter case and group separators. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
}
