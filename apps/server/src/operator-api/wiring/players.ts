import { listPlayerNames } from '../../accounts/operator/player-list.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import { toOrderRow } from '../../payments/operator/order-details.ts'
import { listOrders } from '../../payments/operator/order-lists.ts'
import type { OperatorApi } from '../frame/operator-api.ts'
import { type PlayersDeps, registerPlayerRoutes } from '../players.ts'

type Deps = Omit<PlayersDeps, 'getTimeZone' | 'listPlayerOrders' | 'loadLeaderboards'> & {
  catalogue: Pick<Catalogue, 'content'>
}

export function registerPlayers(api: OperatorApi, deps: Deps): void {
  const { db, catalogue } = deps
  registerPlayerRoutes(api, {
    ...deps,
    loadLeaderboards: () => import('../../leaderboards/index.ts'),
    getTimeZone: () => catalogue.content().hub.timeZone,
    listPlayerOrders: async ({ playerId, projects, language }, page) => {
      const found = await listOrders(db, { playerIds: [playerId], projects }, page)
      const names = await listPlayerNames(db, [playerId])
      return { ...found, rows: found.rows.map((order) => toOrderRow(order, names, language)) }
    },
  })
}
