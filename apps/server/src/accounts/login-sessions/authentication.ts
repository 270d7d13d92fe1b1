import { LRUCache } from 'lru-cache'
import { type Clock, HOUR_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor, Authenticate } from '../../platform/http/api.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  findLiveLoginSession,
  revokeLoginSession,
  revokeLoginSessionsByPlayer,
  setLastSeen,
} from './login-session-store.ts'
import type { LoginTokens } from './login-tokens.ts'

export type Authentication = {
  authenticate: Authenticate
  isValid(token: string): Promise<boolean>
  /** Revokes one login session. False when the player has none with this id. */
  revoke(loginSession: Actor): Promise<boolean>
  /** Revokes all the player's login sessions within the given transaction. */
  revokeAll(db: Db, playerId: string): Promise<void>
  /** Like `revokeAll`, except for the current login session. */
  revokeOthers(db: Db, current: Actor): Promise<void>
}

const maxCachedTokens = 10_000

type Deps = { db: Db; clock: Clock; tokens: LoginTokens; config: Pick<HubConfig, 'loginIdleMs'> }

/**
 * Verifies login tokens. The signature is checked once per token, the login session on every call, so a revocation
 * applies at once in every hub on the database.
 */
export function createAuthentication({ db, clock, tokens, config }: Deps): Authentication {
  const claimsByToken = new LRUCache<string, Actor>({ max: maxCachedTokens })

  async function authenticate(token: string): Promise<Actor> {
    const now = clock.now()
    const actor = claimsByToken.get(token) ?? (await tokens.read(token))
    const session = actor && (await findLiveLoginSession(db, actor.loginSessionId, now))
    const isIdle = session !== undefined && session.lastSeenAt <= now - config.loginIdleMs
    if (!session || isIdle || session.playerId !== actor.playerId) {
      claimsByToken.delete(token)
      // A valid token with an ended login session identifies the player; a forged one identifies nobody.
      throw new Refusal('UNAUTHORIZED').about(actor?.playerId)
    }
    claimsByToken.set(token, actor)
    if (session.lastSeenAt <= now - HOUR_MS) await setLastSeen(db, session.id, now)
    return actor
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
    revoke: ({ playerId, loginSessionId }) => revokeLoginSession(db, playerId, loginSessionId, clock.now()),
    revokeAll: (tx, playerId) => revokeLoginSessionsByPlayer(tx, playerId, clock.now()),
    revokeOthers: (tx, { playerId, loginSessionId }) =>
      revokeLoginSessionsByPlayer(tx, playerId, clock.now(), loginSessionId),
  }
}
