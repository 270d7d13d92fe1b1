import { listPlayerNames } from '../../accounts/operator/player-list.ts'
import { listPlayerIds } from '../../accounts/operator/players.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import { listDeliveriesByWebhook } from '../../payments/records/delivery-store.ts'
import { listTickets } from '../../support/operator/ticket-queue.ts'
import type { OperatorApi } from '../frame/operator-api.ts'
import { type OrderRouteDeps, registerOrderRoutes } from '../orders.ts'
import { createTicketRows } from '../ticket-rows.ts'

type Deps = Pick<OrderRouteDeps, 'db' | 'clock' | 'jobs' | 'payments'> & {
  catalogue: Catalogue
  /** Default: the players with this email. */
  findPlayerIds?: OrderRouteDeps['findPlayerIds']
}

export function registerOrders(api: OperatorApi, deps: Deps): void {
  const { db, catalogue } = deps
  const toTicketRows = createTicketRows(db)
  registerOrderRoutes(api, {
    findPlayerIds: (text) => listPlayerIds(db, text),
    ...deps,
    getZone: () => catalogue.content().hub.timeZone,
    listPlayerNames: (ids) => listPlayerNames(db, ids),
    listDeliveriesByWebhook: async (ids) =>
      Map.groupBy(await listDeliveriesByWebhook(db, ids), ({ webhookId }) => webhookId),
    listTickets: async (orderId) => {
      const { rows } = await listTickets(db, { q: orderId }, { limit: 20 })
      return toTicketRows(rows)
    },
  })
}
