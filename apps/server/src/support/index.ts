import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { Deps } from './deps.ts'
import { defineLetterJobs } from './email-jobs.ts'
import { personalData } from './personal-data.ts'
import { registerSupportRoutes } from './routes.ts'
import { deleteTicketsOf } from './ticket-store.ts'

export { closeTicket, readTicket, ticketsIn, writeAsSupport } from './operator-tickets.ts'
export { supportMigrations } from './tables.ts'
export { reasonsInWords, timelineInWords } from './team-email.ts'

export type Support = {
  registerRoutes(api: Api): void
  /** The sections of a player's own copy of what the hub keeps. */
  personalData(playerId: string): Promise<Record<string, unknown>>
  /** Forgets the player, in the transaction given. */
  erase(tx: Db, playerId: string): Promise<void>
}

export function createSupport(deps: Deps): Support {
  defineLetterJobs(deps)
  return {
    registerRoutes: (api) => registerSupportRoutes(api, deps),
    personalData: (playerId) => personalData(deps.db, playerId),
    erase: deleteTicketsOf,
  }
}
