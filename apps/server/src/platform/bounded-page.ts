import { toInstant } from './ids.ts'

/** Most index entries read for a page, whatever its filters are. */
export const maxScanned = 5000

export type PageRequest = {
  limit: number
  /** Id of the last row seen. */
  cursor?: string | undefined
  /** Tests look at fewer. */
  scanLimit?: number | undefined
}

export type BoundedPage<Row> = {
  rows: Row[]
  /** Null at the end of the list. */
  nextCursor: string | null
  /** When the oldest entry looked at was created, if the scan stopped at its limit. */
  scannedTo: number | null
}

/** Keys of a scan, which are ids unless the scan says otherwise; undefined where it has no bound. */
export type ScanRange = {
  /** Exclusive. */
  before: string | undefined
  /** Inclusive. */
  from: string | undefined
}

/** Queries in the order of the list: ids, newest first, unless they have another key. */
type BoundedScan<Row> = {
  /**
   * The key of an entry of the index behind the cursor: skips `offset` entries without reading their rows. Undefined
   * where fewer are left, or where the scan needs no bound.
   */
  findEntry(before: string | undefined, offset: number): Promise<{ id: string } | undefined>
  /** The first matching rows in the range. */
  listRows(range: ScanRange, limit: number): Promise<Row[]>
  /** Default: the id. */
  getKey?: (row: Row) => string
  /** Default: when the row with the id was created. */
  getInstant?: (key: string) => number
}

/**
 * Reads a page of a filtered list from an index. A rare match may be far away, so the scan stops after 5,000 entries,
 * and the next page continues there.
 */
export async function readBoundedPage<Row extends { id: string }>(
  { limit, cursor, scanLimit = maxScanned }: PageRequest,
  { findEntry, listRows, getKey = ({ id }) => id, getInstant = toInstant }: BoundedScan<Row>,
): Promise<BoundedPage<Row>> {
  const end = await findEntry(cursor, scanLimit - 1)
  const found = await listRows({ before: cursor, from: end?.id }, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length > limit) return { rows, nextCursor: last ? getKey(last) : null, scannedTo: null }
  if (!end) return { rows, nextCursor: null, scannedTo: null }
  return { rows, nextCursor: end.id, scannedTo: getInstant(end.id) }
}

/** The near end of a list's range: pages go from newer to older ids. */
export function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}

export function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one > other ? one : other
}
