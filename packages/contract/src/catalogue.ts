/** Genres for games; the web client translates them. */
export const gameGenres = [
  'action',
  'adventure',
  'arcade',
  'board',
  'card',
  'casual',
  'idle',
  'platformer',
  'puzzle',
  'racing',
  'rolePlaying',
  'shooter',
  'simulation',
  'sport',
  'strategy',
  'word',
] as const
export type GameGenre = (typeof gameGenres)[number]

/** Input devices of a game. */
export const gameControls = ['mouse', 'keyboard', 'touch', 'gamepad'] as const

export const gameBadges = ['new', 'updated'] as const
export type GameBadge = (typeof gameBadges)[number]

/** Catalogue search text, genre and page, as in `?search=island&genre=puzzle&page=2`. */
export type CatalogueFilter = { search: string; genre: GameGenre | undefined; page: number }

/** Length limit for `search` in `GET /games`. */
export const maxSearchLength = 200

/** Parses an untrusted query; an invalid page becomes the first one, and an unknown genre none. */
export function readCatalogueFilter(query: URLSearchParams): CatalogueFilter {
  const page = Number(query.get('page') ?? 1)
  const isPage = Number.isInteger(page) && page >= 1 && page <= 100_000
  const genre = gameGenres.find((known) => known === query.get('genre'))
  return { search: normalise(query.get('search') ?? ''), genre, page: isPage ? page : 1 }
}

/** The canonical query for a view; empty for the first catalogue page. */
export function catalogueQuery({ search, genre, page = 1 }: Partial<CatalogueFilter>): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (genre) query.set('genre', genre)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

const normalise = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxSearchLength)
    .trim()
