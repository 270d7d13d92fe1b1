import type { InitialConfig, ProjectConfig } from '@playhub/contract'
import { clientConfig } from '../context/client-config.ts'
import { readHubContext } from '../context/hub-context.ts'
import { call } from './api.ts'
import type { PublicApi } from './public-api.ts'

let config: Promise<InitialConfig> | undefined

/** Settings change with a release of the hub, not while a page is open: they are read once. */
function initialConfigOnce(): Promise<InitialConfig> {
  config ??= call('GET /control/get-initial-config').then((answer) => answer.data.result)
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

/**
 * The project the hub speaks for now, for code outside of components (`useProjectConfig` within).
 * @param id  Of another one, where that is meant.
 */
export async function currentProject(
  id = readHubContext().project || clientConfig().tenant,
): Promise<ProjectConfig | undefined> {
  const { projects } = await browserApi.getInitialConfig()
  return projects.find((project) => project.id === id)
}
