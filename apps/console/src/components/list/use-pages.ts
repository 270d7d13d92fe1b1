import { useState } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../../lib/me.ts'
import { getEntryKey } from '../../lib/navigation/entry.ts'

export type ListResult<Row> = { result: Row[]; nextCursor: string | null; scannedTo: number | null }

/** The first page as it was when the next one was loaded, and all further pages. */
type Loaded<Row> = ListResult<Row>[]

/** By list, for the way back to it. The lists that were used last are kept. */
const kept = new Map<string, Loaded<unknown>>()
const MAX_LISTS = 20

/**
 * The rows of a list: the first page from the loader, which polling renews, and the pages that the operator has asked for.
 * @param name  Tells apart lists of one screen.
 * @param load  Fetches the page at a cursor.
 */
export function usePages<Row>(
  name: string,
  first: ListResult<Row>,
  getKey: (row: Row) => string,
  load: (cursor: string) => Promise<ListResult<Row>>,
) {
  const location = useLocation()
  const list = [useMe().id, getEntryKey(location), location.pathname, location.search, name].join(' ')
  const [shown, setShown] = useState({ list, pages: readKept<Row>(list) })
  const pages = shown.list === list ? shown.pages : readKept<Row>(list)
  const [firstThen = first, ...further] = pages
  const { nextCursor, scannedTo } = further.at(-1) ?? first
  const loadMore = async () => {
    if (nextCursor === null) return
    const all = [firstThen, ...further, await load(nextCursor)]
    keep(list, all)
    setShown({ list, pages: all })
  }
  const pushedOut = further.length > 0 ? listPushedOut(firstThen, first, getKey) : []
  const rows = [first.result, pushedOut, ...further.map(({ result }) => result)].flat()
  return { rows: mergeRows(rows, getKey), nextCursor, scannedTo, loadMore }
}

const readKept = <Row>(list: string) => (kept.get(list) ?? []) as Loaded<Row>

function keep(list: string, pages: Loaded<unknown>): void {
  kept.delete(list)
  kept.set(list, pages)
  const [oldest] = kept.keys()
  if (kept.size > MAX_LISTS && oldest !== undefined) kept.delete(oldest)
}

/** Rows that newer ones have pushed from the first page, to which no further page reaches. */
export function listPushedOut<Row>(
  then: ListResult<Row>,
  now: ListResult<Row>,
  getKey: (row: Row) => string,
): Row[] {
  if (now.nextCursor === null) return []
  const keys = new Set(now.result.map(getKey))
  const last = then.result.reduce((found, row, index) => (keys.has(getKey(row)) ? index : found), -1)
  return then.result.slice(last + 1)
}

/** A row that moved between pages is shown once. */
function mergeRows<Row>(all: readonly Row[], getKey: (row: Row) => string): Row[] {
  const rows = new Map<string, Row>()
  for (const row of all) if (!rows.has(getKey(row))) rows.set(getKey(row), row)
  return [...rows.values()]
}
