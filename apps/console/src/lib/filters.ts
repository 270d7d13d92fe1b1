import { useSearchParams } from 'react-router'

/** A list's filters, which live in the page's address. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  return {
    get: (name: string) => search.get(name) ?? '',
    isFiltered: search.size > 0,
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

/**
 * Query of a list call from a loader's request. Repeated names become lists.
 * @param allowed  Names that the call knows; others are dropped, so that an old link still opens.
 */
export function readQuery<Name extends string>(
  request: Request,
  allowed: readonly Name[],
): Partial<Record<Name, string | string[]>> {
  const search = new URL(request.url).searchParams
  const entries = allowed.flatMap((name) => {
    const [first, ...more] = search.getAll(name)
    return first === undefined ? [] : [[name, more.length > 0 ? [first, ...more] : first] as const]
  })
  return Object.fromEntries(entries) as Partial<Record<Name, string | string[]>>
}

/** Filters of a list in its address. A missing or empty one is undefined. */
export function readFilters(search: URLSearchParams) {
  return {
    text: (name: string) => search.get(name) || undefined,
    several(name: string) {
      const values = search.getAll(name).filter(Boolean)
      return values.length > 0 ? values : undefined
    },
  }
}
