import type { Api } from '../platform/api.ts'
import type { Db } from '../platform/database.ts'
import type { Deps } from './deps.ts'
import { defineLetterJobs } from './letter-jobs.ts'
import { personalData } from './personal-data.ts'
import { registerSupportRoutes } from './routes.ts'
import { deleteTicketsOf } from './ticket-store.ts'

export { closeTicket, readTicket, ticketsIn, writeAsSupport } from './desk.ts'
export { supportMigrations } from './tables.ts'
export { reasonsInWords, timelineInWords } from './team-letter.ts'

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
