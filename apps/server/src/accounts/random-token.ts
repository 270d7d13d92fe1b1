import { createHash, randomBytes } from 'node:crypto'
import { isSameHash } from './codes/code.ts'

/** 256 bits: nobody guesses it, so its hash needs no salt. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function isSecretOf(hash: string | null, secret: string | undefined): boolean {
  return hash !== null && secret !== undefined && isSameHash(hash, hashSecret(secret))
}
