import type { HubDocument, InterfaceLanguage, PublicApi, PublicScores } from '@playhub/contract'
import { Marked } from 'marked'
import {
  type Catalogue,
  type Content,
  fillDocument,
  findGames,
  gameView,
  getPublisherDetails,
  initialConfigView,
  listedGames,
  listPrices,
  type Project,
  singleGameView,
} from '../../catalogue/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'

type Deps = {
  catalogue: Catalogue
  clock: Clock
  config: { passwordMaxLength: number }
  listPopular: () => readonly string[]
  readScores: (project: Project) => Promise<PublicScores>
}

/**
 * Reads for server-rendered pages: the `/api/control/…` responses without HTTP.
 * @param projectIds  Projects whose settings the page carries, so that it does not grow with the catalogue.
 */
export function publicApi(
  { catalogue, clock, config, listPopular, readScores }: Deps,
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
      return listPrices(catalogue, project)
    },
    getScores: async (name) => readScores(expectProject(name)),
    getDocument: async (name) => renderDocument(catalogue.content(), name, language),
  }
}

/** Falls back to the default language, then to any other, when the document is not written in the wanted one. */
function renderDocument({ documents, hub }: Content, name: string, wanted: InterfaceLanguage): HubDocument {
  const translations = documents.filter((document) => document.name === name)
  const inLanguage = (language: string) => translations.find((document) => document.language === language)
  const document = inLanguage(wanted) ?? inLanguage(hub.defaultLanguage) ?? translations[0]
  if (!document) throw new Refusal('DOCUMENT_NOT_FOUND')
  const { language, title, markdown } = document
  const filled = fillDocument(markdown, getPublisherDetails(hub, language))
  return { name, language, title, ...renderMarkdown(filled) }
}

function renderMarkdown(markdown: string): Pick<HubDocument, 'html' | 'contents'> {
  const contents: HubDocument['contents'] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth !== 2) return false
        const id = `section-${contents.length + 1}`
        contents.push({ id, label: text })
        return `<h2 id="${id}">${this.parser.parseInline(tokens)}</h2>\n`
      },
    },
  })
  return { html: marked.parse(markdown, { async: false }), contents }
}
