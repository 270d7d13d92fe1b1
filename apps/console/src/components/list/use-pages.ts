import { useState } from 'react'
import { useLocation } from 'react-router'

export type ListResult<Row> = { result: Row[]; nextCursor: string | null; scannedTo: number | null }

/**
 * The rows of a list: the first page from the loader, which polling renews, and the pages that the operator has asked for.
 * @param load  Fetches the page at a cursor.
 */
export function usePages<Row>(
  first: ListResult<Row>,
  getKey: (row: Row) => string,
  load: (cursor: string) => Promise<ListResult<Row>>,
) {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [more, setMore] = useState<{ address: string; pages: ListResult<Row>[] }>({ address, pages: [] })
  const pages = more.address === address ? more.pages : []
  const { nextCursor, scannedTo } = pages.at(-1) ?? first
  const loadMore = async () => {
    if (nextCursor === null) return
    const page = await load(nextCursor)
    setMore({ address, pages: [...pages, page] })
  }
  return { rows: mergeRows([first, ...pages], getKey), nextCursor, scannedTo, loadMore }
}

/** New rows push old ones to the next page, which may have been loaded before. */
function mergeRows<Row>(pages: readonly ListResult<Row>[], getKey: (row: Row) => string): Row[] {
  const rows = new Map<string, Row>()
  for (const row of pages.flatMap(({ result }) => result))
    if (!rows.has(getKey(row))) rows.set(getKey(row), row)
  return [...rows.values()]
}
