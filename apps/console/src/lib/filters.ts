import { useSearchParams } from 'react-router'

/** A list's filters, which live in the page's address. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  return {
    get: (name: string) => search.get(name) ?? '',
    isFiltered: search.size > 0,
    /** Active filters beside the search field, each counted once. */
    count: new Set([...search.keys()].filter((name) => name !== 'q')).size,
    /** An empty value removes the filter. */
    set(name: string, value: string) {
      setSearch(
        (previous) => {
          const next = new URLSearchParams(previous)
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { preventScrollReset: true },
      )
    },
    clear: () => setSearch({}, { preventScrollReset: true }),
  }
}

/** Filters of a list in its address. What is missing or unknown is undefined, so an old link still opens. */
export function readFilters(search: URLSearchParams) {
  return {
    text: (name: string) => search.get(name) || undefined,
    several(name: string) {
      const values = search.getAll(name).filter(Boolean)
      return values.length > 0 ? values : undefined
    },
    choice: <Value extends string>(name: string, allowed: readonly Value[]) =>
      allowed.find((value) => value === search.get(name)),
  }
}
