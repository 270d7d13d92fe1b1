import type { GameCard } from '@playhub/contract'
import type { HubGame, HubGames } from '@playhub/contract/bridge'
import { localText } from '@playhub/contract/languages'
import { call } from '../../lib/api/api.ts'
import { toInterfaceLanguage } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/messages.ts'

const maxPages = 10

/** The catalogue's playable games, as a game may show them. */
export async function listHubGames(): Promise<HubGames> {
  const games: HubGame[] = []
  for (let page = 1, pages = 1; page <= Math.min(pages, maxPages); page += 1) {
    const { data } = await call('GET /control/find-games', { query: { page } })
    const { featured, games: others } = data.result
    pages = data.result.pages
    for (const card of featured ? [featured, ...others] : others) games.push(toHubGame(card))
  }
  return { url: toUrl(`/games/${currentLanguage()}/`), games }
}

function toHubGame({ project, localization, web_page }: GameCard): HubGame {
  return {
    id: project,
    title: localText(localization.name, toInterfaceLanguage(currentLanguage())),
    url: toUrl(`/games/${currentLanguage()}/${project}/`),
    coverUrl: toUrl(web_page.gameImage),
    iconUrl: toUrl(web_page.heroImageSmall),
  }
}

const toUrl = (path: string) => new URL(path, location.origin).href
