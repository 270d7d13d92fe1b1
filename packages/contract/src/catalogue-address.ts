/** Catalogue search text and page, as in `?search=island&page=2`. */
export type CatalogueFilter = { search: string; page: number }

/** Length limit for `search` in `GET /games`. */
const maxSearchLength = 200

/** Parses an untrusted query; an invalid page becomes the first one. */
export function readCatalogueFilter(query: URLSearchParams): CatalogueFilter {
  const page = Number(query.get('page') ?? 1)
  const isPage = Number.isInteger(page) && page >= 1 && page <= 100_000
  return { search: normalise(query.get('search') ?? ''), page: isPage ? page : 1 }
}

/** The canonical query for a view; empty for the first catalogue page. */
export function catalogueQuery({ search, page = 1 }: Partial<CatalogueFilter>): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

const normalise = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxSearchLength)
    .trim()
