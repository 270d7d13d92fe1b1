import { type Clock, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor, Authenticate } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LoginSessionRow } from '../tables.ts'
import {
  findLiveLoginSession,
  revokeLoginSession,
  revokeLoginSessionsOf,
  revokeOtherLoginSessions,
  setLastSeen,
} from './login-session-store.ts'
import type { LoginTokens } from './login-tokens.ts'

export type Authentication = {
  authenticate: Authenticate
  holds(token: string): Promise<boolean>
  /** Ends one login session; its token is refused from now on. False when the player has none of that id. */
  revoke(loginSession: Actor): Promise<boolean>
  /** Ends all of a player's login sessions, in the transaction given; call `forget` once that has committed. */
  revokeAll(db: Db, playerId: string): Promise<void>
  /** The same for all but this one. */
  revokeOthers(db: Db, current: Actor): Promise<void>
  /** Looks every token of the player up anew. */
  forget(playerId: string): void
}

/** How long another hub on the same database may still believe a token that was revoked here. */
const believedForMs = 5 * SECOND_MS
const believedAtMost = 10_000

type Deps = { db: Db; clock: Clock; tokens: LoginTokens }

export function createAuthentication({ db, clock, tokens }: Deps): Authentication {
  const believed = new Map<string, { actor: Actor; until: number }>()
  let forgettings = 0

  async function authenticate(token: string): Promise<Actor> {
    const now = clock.now()
    const known = believed.get(token)
    if (known && known.until > now) return known.actor
    believed.delete(token)
    const forgettingsBefore = forgettings
    const session = await findSession(token, now)
    if (!session) throw new Refusal('UNAUTHORIZED')
    const actor = { playerId: session.playerId, loginSessionId: session.id }
    // Somebody may have been revoked and forgotten since this session was read.
    if (forgettings === forgettingsBefore) {
      believe(token, actor, Math.min(now + believedForMs, session.expiresAt))
    }
    if (session.lastSeenAt <= now - HOUR_MS) await setLastSeen(db, session.id, now)
    return actor
  }

  async function findSession(token: string, now: number): Promise<LoginSessionRow | undefined> {
    const claims = await tokens.read(token)
    const session = claims && (await findLiveLoginSession(db, claims.loginSessionId, now))
    return session?.playerId === claims?.playerId ? session : undefined
  }

  function believe(token: string, actor: Actor, until: number): void {
    if (believed.size >= believedAtMost) believed.clear()
    believed.set(token, { actor, until })
  }

  function forgetWhere(isMeant: (actor: Actor) => boolean): void {
    forgettings++
    for (const [token, { actor }] of believed) if (isMeant(actor)) believed.delete(token)
  }

  return {
    authenticate,
    async holds(token) {
      try {
        await authenticate(token)
        return true
      } catch (error) {
        if (error instanceof Refusal) return false
        throw error
      }
    },
    async revoke({ playerId, loginSessionId }) {
      const isTheirs = await revokeLoginSession(db, playerId, loginSessionId, clock.now())
      forgetWhere((actor) => actor.playerId === playerId && actor.loginSessionId === loginSessionId)
      return isTheirs
    },
    revokeAll: (tx, playerId) => revokeLoginSessionsOf(tx, playerId, clock.now()),
    revokeOthers: (tx, current) => revokeOtherLoginSessions(tx, current, clock.now()),
    forget: (playerId) => forgetWhere((actor) => actor.playerId === playerId),
  }
}
