import type { InterfaceLanguage, PublicApi } from '@playhub/contract'
import {
  type Catalogue,
  findGames,
  gameView,
  initialConfigView,
  listedGames,
  type Project,
  pricesOf,
  singleGameView,
} from '../catalogue/index.ts'
import { Refusal } from '../platform/refusal.ts'
import { documentNamed } from './documents.ts'

/**
 * What pages read while the server renders them: the same answers as `/api/control/…`, without HTTP.
 * @param near  Projects that the page is about: a page carries the settings of these, not of a thousand.
 */
export function publicApi(
  catalogue: Catalogue,
  language: InterfaceLanguage,
  near: (string | undefined)[],
): PublicApi {
  const projectNamed = (name: string): Project => {
    const project = catalogue.project(name)
    if (!project?.game.isActive) throw new Refusal('GAME_NOT_FOUND')
    return project
  }
  return {
    getInitialConfig: async () => {
      const content = catalogue.content()
      return initialConfigView({
        ...content,
        projects: content.projects.filter(({ id }) => near.includes(id)),
      })
    },
    getGamesData: async () => listedGames(catalogue.content()).map(gameView),
    findGames: async (wanted) => findGames(catalogue.content(), wanted),
    getGameData: async (name) => gameView(projectNamed(name)),
    getSingleGameData: async (name) => singleGameView(projectNamed(name)),
    getPrices: async (project) => {
      if (project && !catalogue.project(project)) throw new Refusal('PROJECT_NOT_FOUND')
      return pricesOf(catalogue, project)
    },
    getDocument: async (name) => documentNamed(catalogue.content(), name, language),
  }
}
