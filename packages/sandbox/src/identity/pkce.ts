import { createHash } from 'node:crypto'

export interface Challenge {
  method: 'S256' | 'plain'
  value: string
}

const VERIFIER = /^[\w.~-]{43,128}$/
const S256_CHALLENGE = /^[\w-]{43}$/

/**
 * Reads `code_challenge` and `code_challenge_method`.
 * @returns undefined when they are wrong, null when there are none
 */
export function readChallenge(params: URLSearchParams): Challenge | null | undefined {
  const value = params.get('code_challenge')
  const method = params.get('code_challenge_method')
  if (value === null) return method === null ? null : undefined
  if (method === null || method === 'plain')
    return VERIFIER.test(value) ? { method: 'plain', value } : undefined
  if (method !== 'S256' || !S256_CHALLENGE.test(value)) return undefined
  return { method, value }
}

/** True when there was no challenge, or the verifier is what it was made of. */
export function answersChallenge(challenge: Challenge | null, verifier: string | null): boolean {
  if (challenge === null) return verifier === null
  if (verifier === null || !VERIFIER.test(verifier)) return false
  if (challenge.method === 'plain') return verifier === challenge.value
  return createHash('sha256').update(verifier).digest('base64url') === challenge.value
}
