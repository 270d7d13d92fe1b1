import { newId } from '../platform/ids.ts'

/** Remembers what was handed out under an unguessable name, for a while. */
export interface Vault<T> {
  /** @param ageS  how long ago it is to have been handed out */
  put(content: T, ageS?: number): string
  /** @returns undefined when unknown or expired */
  look(name: string | null): T | undefined
  /** Like `look`, and the name is worth nothing afterwards. */
  take(name: string | null): T | undefined
}

export function createVault<T>(
  nowS: () => number,
  { prefix, lifetimeS }: { prefix: string; lifetimeS: number },
): Vault<T> {
  const kept = new Map<string, { content: T; expiresAt: number }>()

  function look(name: string | null): T | undefined {
    const found = name === null ? undefined : kept.get(name)
    return found && found.expiresAt > nowS() ? found.content : undefined
  }
  /** They expire in about the order they were put in. */
  function forgetExpired(): void {
    for (const [name, { expiresAt }] of kept) {
      if (expiresAt > nowS()) return
      kept.delete(name)
    }
  }
  return {
    put(content, ageS = 0) {
      forgetExpired()
      const name = newId(prefix, 48)
      kept.set(name, { content, expiresAt: nowS() - ageS + lifetimeS })
      return name
    },
    look,
    take(name) {
      const content = look(name)
      if (name !== null) kept.delete(name)
      return content
    },
  }
}
