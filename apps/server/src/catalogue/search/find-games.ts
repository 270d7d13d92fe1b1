import type { FoundGames, WantedGames } from '@playhub/contract'
import type { Content, Project } from '../content.ts'
import { cardView, listedGames } from '../views.ts'
import { searchGames } from './search.ts'

const gamesPerPage = 24
const maxIds = 200

/** A catalogue page, a search page, or games by id. A page number above the last gives the last page. */
export function findGames(content: Content, { search = '', page = 1, projects }: WantedGames): FoundGames {
  if (projects !== undefined) return asSinglePage(gamesById(content, projects.split(',').slice(0, maxIds)))
  const { projects: found, isGuess } = searchGames(content, search)
  const pages = Math.max(1, Math.ceil(found.length / gamesPerPage))
  const shown = Math.min(page, pages)
  const first = (shown - 1) * gamesPerPage
  return {
    games: found.slice(first, first + gamesPerPage).map(cardView),
    total: found.length,
    page: shown,
    pages,
    isGuess,
  }
}

/** Listed games in id order. */
function gamesById(content: Content, ids: string[]): Project[] {
  const wanted = new Set(ids)
  const listed = new Map(
    listedGames(content)
      .filter(({ id }) => wanted.has(id))
      .map((project) => [project.id, project]),
  )
  return [...wanted].flatMap((id) => listed.get(id) ?? [])
}

function asSinglePage(projects: Project[]): FoundGames {
  return { games: projects.map(cardView), total: projects.length, page: 1, pages: 1, isGuess: false }
}
