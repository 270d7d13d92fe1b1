/** What a visitor wants to see of the catalogue, as its address tells it: `?search=island&page=2`. */
export type CatalogueFilter = { search: string; page: number }

/** As long as the call takes it. */
const longestSearch = 200

/** Reads what a stranger may have written: what makes no sense is the first page. */
export function readCatalogueFilter(query: URLSearchParams): CatalogueFilter {
  const page = Number(query.get('page') ?? 1)
  const isPage = Number.isInteger(page) && page >= 1 && page <= 100_000
  return { search: tidy(query.get('search') ?? ''), page: isPage ? page : 1 }
}

/** One spelling for one view: an empty string is the catalogue's first page. */
export function catalogueQuery({ search, page = 1 }: Partial<CatalogueFilter>): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

const tidy = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestSearch)
    .trim()
