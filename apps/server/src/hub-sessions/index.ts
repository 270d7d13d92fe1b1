import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import {
  deleteHubSessionsByPlayer,
  deleteHubSessionsExpiredBefore,
  hasLiveHubSession,
} from './hub-session-store.ts'
import { attachPlayer, type Deps, getSessionPlayerId, type HubLogin, openHubSession } from './hub-sessions.ts'

export { ownHubSessions } from './hub-sessions.ts'

export type Sessions = {
  registerRoutes(api: Api): void
  /** Records who logged in with a hub session. Returns an empty string when the session is unknown or expired. */
  attach(logIn: HubLogin): Promise<string>
  /**
   * The player who last logged in with a hub session in the project.
   * @throws Refusal SESSION_NOT_FOUND or SESSION_NOT_SIGNED_IN
   */
  getPlayerId(session: string, project: string): Promise<string>
  /** Tells if the player has logged in with an unexpired hub session in the project. */
  hasLoggedIn(playerId: string, project: string): Promise<boolean>
  /** Deletes the player's records within the given transaction. */
  erase(tx: Db, playerId: string): Promise<void>
}

export async function createSessions(deps: Deps): Promise<Sessions> {
  await scheduleHourly(deps, 'sessions.cleanup', () =>
    deleteHubSessionsExpiredBefore(deps.db, deps.clock.now()),
  )
  return {
    registerRoutes: (api) =>
      api.handle('POST /session/get', ({ body, caller, request, reply }) => {
        reply.header('cache-control', 'no-store')
        return openHubSession(deps, body, caller, request.host)
      }),
    attach: (logIn) => attachPlayer(deps, logIn),
    getPlayerId: (session, project) => getSessionPlayerId(deps, session, project),
    hasLoggedIn: (playerId, project) => hasLiveHubSession(deps.db, { playerId, project }, deps.clock.now()),
    erase: deleteHubSessionsByPlayer,
  }
}
