import type { HubGame } from '@playhub/contract/bridge-protocol'
import type { SDK } from 'ysdk'
import type { Portal } from '../shared/portal.ts'

/** The games of the hub's catalogue. Their ids are texts. */
export function createGames({ opened }: Portal): SDK['features']['GamesAPI'] {
  async function getAllGames() {
    const hub = await opened
    const { url = '', games = [] } = (await hub?.getGames().catch(() => null)) ?? {}
    return { developerURL: url, games: games.map(toGame) }
  }
  return {
    getAllGames,
    async getGameByID(id) {
      const game = (await getAllGames()).games.find(({ appID }) => appID === String(id))
      return { isAvailable: !!game, ...(game && { game }) }
    },
  }
}

const toGame = ({ id, title, url, coverUrl, iconUrl }: HubGame) => {
  return { appID: id, title, url, coverURL: coverUrl, iconURL: iconUrl }
}
