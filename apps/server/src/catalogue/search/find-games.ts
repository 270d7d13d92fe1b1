import type { FoundGames, GameGenre, WantedGames } from '@playhub/contract'
import type { Content, Project } from '../content.ts'
import { cardView, getBadge, listedGames } from '../views.ts'
import { searchGames } from './search.ts'

const gamesPerPage = 24
const maxComingSoon = 24
const maxIds = 200
const maxSimilar = 4
const maxPopular = 4
const maxNew = 4
/** Choosing by genre is faster than looking at all games if there are this many. */
const largeCatalogue = 8

/**
 * A catalogue page, a search page, games by id, or games like another one. A page number above the last gives the last
 * page.
 * @param now  Decides which badges the games have.
 * @param popular  The most played projects first.
 */
export function findGames(
  content: Content,
  wanted: WantedGames,
  now: number,
  popular: readonly string[] = [],
): FoundGames {
  const { search = '', genre, projects, similarTo } = wanted
  if (projects !== undefined)
    return asSinglePage(gamesById(content, projects.split(',').slice(0, maxIds)), now)
  if (similarTo !== undefined) return asSinglePage(listSimilarGames(content, similarTo), now)
  const { projects: matching, isGuess } = searchGames(content, search)
  const found = genre ? matching.filter(({ game }) => game.genres.includes(genre)) : matching
  const summary = getSummary(content)
  const page = getPage(found, wanted, now)
  const isWhole = search === '' && !genre && page.page === 1
  const rails = isWhole && summary.isLarge ? getRails(content, now, popular) : noRails
  return { ...summary, ...page, ...rails, isGuess }
}

const toCards = (projects: Project[], now: number) => projects.map((project) => cardView(project, now))

type Rails = Pick<FoundGames, 'popular' | 'newGames'>
const noRails: Rails = { popular: [], newGames: [] }

/** Selections for choosing among games out of sight. */
function getRails(content: Content, now: number, popular: readonly string[]): Rails {
  const playable = listedGames(content).filter(isPlayable)
  const byId = new Map(playable.map((project) => [project.id, project]))
  const added = playable
    .filter(({ game }) => getBadge(game, now) === 'new')
    .toSorted((a, b) => (b.game.addedOn ?? '').localeCompare(a.game.addedOn ?? ''))
  return {
    popular: toCards(popular.flatMap((id) => byId.get(id) ?? []).slice(0, maxPopular), now),
    newGames: toCards(added.slice(0, maxNew), now),
  }
}

const isPlayable = ({ game }: Project) => !game.inDevelop

function getPage(
  found: Project[],
  { search, genre, page = 1 }: WantedGames,
  now: number,
): Pick<FoundGames, 'featured' | 'games' | 'comingSoon' | 'total' | 'page' | 'pages'> {
  const playable = found.filter(isPlayable)
  // Every page leaves out the featured game, so each has the same number.
  const featured = search || genre ? [] : playable.slice(0, 1)
  const listed = playable.slice(featured.length)
  const pages = Math.max(1, Math.ceil(listed.length / gamesPerPage))
  const shown = Math.min(page, pages)
  const first = (shown - 1) * gamesPerPage
  const isFirst = shown === 1
  const comingSoon = found.filter((project) => !isPlayable(project)).slice(0, maxComingSoon)
  return {
    featured: isFirst ? (toCards(featured, now)[0] ?? null) : null,
    games: toCards(listed.slice(first, first + gamesPerPage), now),
    comingSoon: isFirst ? toCards(comingSoon, now) : [],
    total: found.length,
    page: shown,
    pages,
  }
}

type CatalogueSummary = Pick<FoundGames, 'genres' | 'isLarge'>
const summaries = new WeakMap<Content, CatalogueSummary>()

/** Depends on the content only. */
function getSummary(content: Content): CatalogueSummary {
  const known = summaries.get(content)
  if (known) return known
  const listed = listedGames(content)
  const isLarge = listed.length >= largeCatalogue
  const summary = { isLarge, genres: isLarge ? listGenres(listed.filter(isPlayable)) : [] }
  summaries.set(content, summary)
  return summary
}

/** The genres by which the catalogue can be filtered; a small one cannot. */
export function listCatalogueGenres(content: Content): GameGenre[] {
  return getSummary(content).genres
}

/** The most frequent first. */
function listGenres(projects: Project[]): GameGenre[] {
  const counts = new Map<GameGenre, number>()
  for (const genre of projects.flatMap(({ game }) => game.genres))
    counts.set(genre, (counts.get(genre) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([genre]) => genre)
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

/** Games sharing a genre with this one first, the more the earlier, then the others in the catalogue's order. */
function listSimilarGames(content: Content, id: string): Project[] {
  const genres = content.projects.find((project) => project.id === id)?.game.genres ?? []
  const countShared = ({ game }: Project) => game.genres.filter((genre) => genres.includes(genre)).length
  return listedGames(content)
    .filter((project) => project.id !== id && isPlayable(project))
    .toSorted((a, b) => countShared(b) - countShared(a))
    .slice(0, maxSimilar)
}

function asSinglePage(projects: Project[], now: number): FoundGames {
  return {
    featured: null,
    games: toCards(projects, now),
    comingSoon: [],
    ...noRails,
    genres: [],
    isLarge: false,
    total: projects.length,
    page: 1,
    pages: 1,
    isGuess: false,
  }
}
