import type { HubDocument, InterfaceLanguage, PublicApi, PublicScores } from '@playhub/contract'
import {
  type Catalogue,
  type Content,
  type Facts,
  findGames,
  gameView,
  initialConfigView,
  listedGames,
  listPrices,
  type Project,
  readDocument,
  singleGameView,
} from '../../catalogue/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TeamDocs } from '../team-docs/team-docs.ts'
import { renderMarkdown } from './render-markdown.ts'

type Deps = {
  catalogue: Catalogue
  clock: Clock
  config: { passwordMaxLength: number }
  listPopular: () => readonly string[]
  readScores: (project: Project) => Promise<PublicScores>
  teamDocs: TeamDocs
  /** Of the player for whom prices are shown. Default: a guest. */
  facts?: Facts | null
}

/**
 * Reads for server-rendered pages: the `/api/control/…` responses without HTTP.
 * @param projectIds  Projects whose settings the page carries, so it does not grow with the catalogue.
 */
export function publicApi(
  { catalogue, clock, config, listPopular, readScores, teamDocs, facts = null }: Deps,
  language: InterfaceLanguage,
  projectIds: (string | undefined)[],
): PublicApi {
  const expectProject = (name: string): Project => {
    const project = catalogue.project(name)
    if (!project?.game.isActive) throw new Refusal('GAME_NOT_FOUND')
    return project
  }
  return {
    getInitialConfig: async () => {
      const content = catalogue.content()
      const projects = content.projects.filter(({ id }) => projectIds.includes(id))
      return initialConfigView({ hub: content.hub, projects }, config)
    },
    getGamesData: async () => listedGames(catalogue.content()).map((game) => gameView(game, clock.now())),
    findGames: async (wanted) => findGames(catalogue.content(), wanted, clock.now(), listPopular()),
    getGameData: async (name) => gameView(expectProject(name), clock.now()),
    getSingleGameData: async (name) => singleGameView(expectProject(name)),
    getPrices: async (project) => {
      if (project && !catalogue.project(project)) throw new Refusal('PROJECT_NOT_FOUND')
      return listPrices(catalogue, clock.now(), project, facts)
    },
    getScores: async (name) => readScores(expectProject(name)),
    getDocument: async (name) => renderDocument(catalogue.content(), name, language),
    getTeamDocument: async (name) => teamDocs.read(name),
    searchTeamDocuments: async (query) => teamDocs.search(query),
  }
}

function renderDocument(content: Content, name: string, wanted: InterfaceLanguage): HubDocument {
  const document = readDocument(content, name, wanted)
  if (!document) throw new Refusal('DOCUMENT_NOT_FOUND')
  const { language, title, markdown } = document
  return { name, language, title, ...renderMarkdown(markdown) }
}
