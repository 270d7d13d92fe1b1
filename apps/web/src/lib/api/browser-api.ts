import type { InitialConfig } from '@playhub/contract'
import { call } from './api.ts'
import type { PublicApi } from './public-api.ts'

let config: Promise<InitialConfig> | undefined

/** Fetched once per page load; settings rarely change while a page is open. */
function initialConfigOnce(): Promise<InitialConfig> {
  config ??= call('GET /control/get-initial-config').then((response) => response.data.result)
  config.catch(() => {
    config = undefined
  })
  return config
}

export const browserApi: PublicApi = {
  getInitialConfig: initialConfigOnce,
  getGamesData: async () => (await call('GET /control/get-games-data')).data.result,
  findGames: async (query) => (await call('GET /control/find-games', { query })).data.result,
  getGameData: async (projectName) =>
    (await call('GET /control/get-game-data', { query: { projectName } })).data.result,
  getSingleGameData: (projectName) => call('GET /control/get-single-game-data', { query: { projectName } }),
  getPrices: async (project) => (await call('GET /control/get-prices', { query: { project } })).data.result,
}
