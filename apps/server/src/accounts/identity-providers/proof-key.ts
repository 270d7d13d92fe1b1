import { createHash } from 'node:crypto'
import type { SocialMethod } from './config.ts'

/** Marks a proof as used until it is worth nothing anyway. @returns false when it was used before. */
export type SpendProof = (key: string, expiresAt: number) => Promise<boolean>

/** The name under which a proof is marked as used; the proof itself, which signs somebody in, is kept nowhere. */
export function proofKey(method: SocialMethod, proof: string): string {
  return `${method} ${createHash('sha256').update(proof).digest('base64url')}`
}
