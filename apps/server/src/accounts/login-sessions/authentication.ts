import { LRUCache } from 'lru-cache'
import { type Clock, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor, Authenticate } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LoginSessionRow } from '../tables.ts'
import {
  findLiveLoginSession,
  revokeLoginSession,
  revokeLoginSessionsOf,
  setLastSeen,
} from './login-session-store.ts'
import type { LoginTokens } from './login-tokens.ts'

export type Authentication = {
  authenticate: Authenticate
  isValid(token: string): Promise<boolean>
  /** Revokes one login session. False when the player has none with that id. */
  revoke(loginSession: Actor): Promise<boolean>
  /** Revokes all login sessions of a player within the given transaction; call `invalidate` after it has committed. */
  revokeAll(db: Db, playerId: string): Promise<void>
  /** Like `revokeAll`, except for the current login session. */
  revokeOthers(db: Db, current: Actor): Promise<void>
  /** Removes the player's tokens from the cache. */
  invalidate(playerId: string): void
}

/** How long another hub on the same database may still accept a token that was revoked here. */
const cacheTtlMs = 5 * SECOND_MS
const maxCachedTokens = 10_000

type Deps = { db: Db; clock: Clock; tokens: LoginTokens }

export function createAuthentication({ db, clock, tokens }: Deps): Authentication {
  const cache = new LRUCache<string, { actor: Actor; until: number }>({ max: maxCachedTokens })
  let invalidations = 0

  async function authenticate(token: string): Promise<Actor> {
    const now = clock.now()
    const cached = cache.get(token)
    if (cached && cached.until > now) return cached.actor
    cache.delete(token)
    const invalidationsBefore = invalidations
    const session = await findSession(token, now)
    if (!session) throw new Refusal('UNAUTHORIZED')
    const actor = { playerId: session.playerId, loginSessionId: session.id }
    // The session may have been revoked after it was read.
    if (invalidations === invalidationsBefore) {
      cache.set(token, { actor, until: Math.min(now + cacheTtlMs, session.expiresAt) })
    }
    if (session.lastSeenAt <= now - HOUR_MS) await setLastSeen(db, session.id, now)
    return actor
  }

  async function findSession(token: string, now: number): Promise<LoginSessionRow | undefined> {
    const claims = await tokens.read(token)
    const session = claims && (await findLiveLoginSession(db, claims.loginSessionId, now))
    return session?.playerId === claims?.playerId ? session : undefined
  }

  function invalidateWhere(matches: (actor: Actor) => boolean): void {
    invalidations++
    for (const [token, { actor }] of [...cache]) if (matches(actor)) cache.delete(token)
  }

  return {
    authenticate,
    async isValid(token) {
      try {
        await authenticate(token)
        return true
      } catch (error) {
        if (error instanceof Refusal) return false
        throw error
      }
    },
    async revoke({ playerId, loginSessionId }) {
      const isRevoked = await revokeLoginSession(db, playerId, loginSessionId, clock.now())
      invalidateWhere((actor) => actor.playerId === playerId && actor.loginSessionId === loginSessionId)
      return isRevoked
    },
    revokeAll: (tx, playerId) => revokeLoginSessionsOf(tx, playerId, clock.now()),
    revokeOthers: (tx, { playerId, loginSessionId }) =>
      revokeLoginSessionsOf(tx, playerId, clock.now(), loginSessionId),
    invalidate: (playerId) => invalidateWhere((actor) => actor.playerId === playerId),
  }
}
