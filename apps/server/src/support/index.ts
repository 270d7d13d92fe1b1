import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { Deps } from './deps.ts'
import { defineEmailJobs } from './email-jobs.ts'
import { registerSupportRoutes } from './routes.ts'
import { deleteTicketsOf } from './ticket-store.ts'

export { closeTicket, readTicket, replyAsSupport } from './operator-tickets.ts'
export { supportMigrations } from './tables.ts'
export { formatTimeline, reasonLabels } from './team-email.ts'
export { listTicketsIn } from './ticket-store.ts'
export { exportTickets } from './tickets.ts'

export type Support = {
  registerRoutes(api: Api): void
  /** Deletes the player's records within the given transaction. */
  erase(tx: Db, playerId: string): Promise<void>
}

export function createSupport(deps: Deps): Support {
  defineEmailJobs(deps)
  return {
    registerRoutes: (api) => registerSupportRoutes(api, deps),
    erase: deleteTicketsOf,
  }
}
