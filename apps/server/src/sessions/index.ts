import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import type { Deps } from './deps.ts'
import {
  deleteHubSessionsExpiredBefore,
  deleteHubSessionsOf,
  hasLiveHubSession,
} from './hub-session-store.ts'
import { attachPlayer, openHubSession, ownHubSessions, playerOfSession } from './hub-sessions.ts'

export { sessionMigrations } from './tables.ts'

export type Sessions = {
  registerRoutes(api: Api): void
  /** Notes who signed in with a hub session; an empty string when it is unknown or has run out. */
  attach(session: string, playerId: string): Promise<string>
  /** Who signed in last with a hub session of the project. @throws Refusal when there is none, or nobody has */
  playerOf(session: string, project: string): Promise<string>
  /** Whether the player has signed in with a hub session of the project. */
  hasOpened(playerId: string, project: string): Promise<boolean>
  /** The sections of a player's own copy of what the hub keeps. */
  personalData(playerId: string): Promise<Record<string, unknown>>
  /** Forgets the player, in the transaction given. */
  erase(tx: Db, playerId: string): Promise<void>
}

export async function createSessions(deps: Deps): Promise<Sessions> {
  await scheduleHourly(deps, 'sessions.sweep', () =>
    deleteHubSessionsExpiredBefore(deps.db, deps.clock.now()),
  )
  return {
    registerRoutes: (api) =>
      api.answer('POST /session/get', ({ body, caller, request, reply }) => {
        reply.header('cache-control', 'no-store')
        return openHubSession(deps, body, caller, request.host)
      }),
    attach: (session, playerId) => attachPlayer(deps, session, playerId),
    playerOf: (session, project) => playerOfSession(deps, session, project),
    hasOpened: (playerId, project) => hasLiveHubSession(deps.db, { playerId, project }, deps.clock.now()),
    personalData: async (playerId) => ({ hubSessions: await ownHubSessions(deps, playerId) }),
    erase: deleteHubSessionsOf,
  }
}
