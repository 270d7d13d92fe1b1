import type { FoundGames, WantedGames } from '@playhub/contract'
import type { Content, Project } from '../content.ts'
import { cardView, listedGames } from '../views.ts'
import { searchGames } from './search.ts'

const gamesPerPage = 24
const mostByName = 200

/** A page of the catalogue, of a search, or some games by their ids; a page beyond the last one is the last one. */
export function findGames(content: Content, { search = '', page = 1, projects }: WantedGames): FoundGames {
  if (projects !== undefined) return onOnePage(named(content, projects.split(',').slice(0, mostByName)))
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

/** Those of the catalogue, in the order of the names. */
function named(content: Content, names: string[]): Project[] {
  const wanted = new Set(names)
  const listed = new Map(
    listedGames(content)
      .filter(({ id }) => wanted.has(id))
      .map((project) => [project.id, project]),
  )
  return [...wanted].flatMap((name) => listed.get(name) ?? [])
}

function onOnePage(projects: Project[]): FoundGames {
  return { games: projects.map(cardView), total: projects.length, page: 1, pages: 1, isGuess: false }
}
