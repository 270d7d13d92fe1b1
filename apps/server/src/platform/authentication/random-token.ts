import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. 256 random bits need neither salt nor pepper. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function isMatchingToken(hash: string | null, token: string | undefined): boolean {
  return hash !== null && token !== undefined && isSameHash(hash, hashToken(token))
}

/** Compares in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
