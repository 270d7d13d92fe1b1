import { loadOnce } from '../browser/load-once.ts'
import { call } from './api.ts'
import type { PublicApi } from './public-api.ts'

export const browserApi: PublicApi = {
  // Settings rarely change while a page is open.
  getInitialConfig: loadOnce(async () => (await call('GET /control/get-initial-config')).data.result),
  getGamesData: async () => (await call('GET /control/get-games-data')).data.result,
  findGames: async (query) => (await call('GET /control/find-games', { query })).data.result,
  getGameData: async (projectName) =>
    (await call('GET /control/get-game-data', { query: { projectName } })).data.result,
  getSingleGameData: (projectName) => call('GET /control/get-single-game-data', { query: { projectName } }),
  getPrices: async (project) => (await call('GET /control/get-prices', { query: { project } })).data.result,
}
