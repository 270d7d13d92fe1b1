import { newId } from '../platform/ids.ts'

/** Authorization codes or tokens and what they stand for, until they expire. */
export interface TokenStore<T> {
  /**
   * @param ageS  how long ago the token was issued
   * @returns the token
   */
  issue(content: T, ageS?: number): string
  /** @returns undefined for an unknown or expired token */
  find(token: string | null): T | undefined
  /** Like `find`, and the token cannot be used again. */
  redeem(token: string | null): T | undefined
}

export function createTokenStore<T>(
  nowS: () => number,
  { prefix, lifetimeS }: { prefix: string; lifetimeS: number },
): TokenStore<T> {
  const tokens = new Map<string, { content: T; expiresAt: number }>()

  function find(token: string | null): T | undefined {
    const found = token === null ? undefined : tokens.get(token)
    return found && found.expiresAt > nowS() ? found.content : undefined
  }
  /** Tokens expire roughly in insertion order. */
  function deleteExpired(): void {
    for (const [token, { expiresAt }] of tokens) {
      if (expiresAt > nowS()) return
      tokens.delete(token)
    }
  }
  return {
    issue(content, ageS = 0) {
      deleteExpired()
      const token = newId(prefix, 48)
      tokens.set(token, { content, expiresAt: nowS() - ageS + lifetimeS })
      return token
    },
    find,
    redeem(token) {
      const content = find(token)
      if (token !== null) tokens.delete(token)
      return content
    },
  }
}
