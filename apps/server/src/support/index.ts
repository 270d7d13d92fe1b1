import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { seedTickets } from './demo/seed-tickets.ts'
import type { Deps } from './deps.ts'
import { defineEmailJobs } from './email-jobs.ts'
import { registerSupportRoutes } from './routes.ts'
import { deleteTicketsByPlayer, deleteTicketsClosedBefore } from './ticket-store.ts'

export { exportTickets } from './tickets.ts'

export type Support = {
  registerRoutes(api: Api): void
  /** Opens a demo player's tickets. */
  seedTickets(about: { playerId: string; email: string; orderId: string }): Promise<void>
  /** Deletes the player's records within the given transaction. */
  erase(tx: Db, playerId: string): Promise<void>
}

export async function createSupport(deps: Deps): Promise<Support> {
  defineEmailJobs(deps)
  await scheduleTicketRetention(deps)
  return {
    registerRoutes: (api) => registerSupportRoutes(api, deps),
    seedTickets: (about) => seedTickets(deps, about),
    erase: deleteTicketsByPlayer,
  }
}

async function scheduleTicketRetention(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const { ticketsMs } = config.retention
  if (ticketsMs === null) return
  await scheduleHourly(deps, 'support.retention', () =>
    deleteTicketsClosedBefore(db, clock.now() - ticketsMs),
  )
}
