import { toInstant } from './ids.ts'

/** Index entries that a page reads at most, whatever its filters are. */
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

/** Ids of a scan; undefined where it has no bound. */
export type ScanRange = {
  /** Exclusive. */
  before: string | undefined
  /** Inclusive. */
  from: string | undefined
}

/** Queries in the order of ids, newest first. */
type BoundedScan<Row> = {
  /** Id of an entry of the index, before the cursor: skips `offset` entries without reading their rows. */
  findEntry(before: string | undefined, offset: number): Promise<{ id: string } | undefined>
  /** The first rows in the range that match all filters. */
  listRows(range: ScanRange, limit: number): Promise<Row[]>
}

/**
 * Reads a page of a filtered list from an index. A rare match may be far away, so the scan stops after 5,000 entries,
 * and the next page continues there.
 */
export async function readBoundedPage<Row extends { id: string }>(
  { limit, cursor, scanLimit = maxScanned }: PageRequest,
  { findEntry, listRows }: BoundedScan<Row>,
): Promise<BoundedPage<Row>> {
  const end = await findEntry(cursor, scanLimit - 1)
  const found = await listRows({ before: cursor, from: end?.id }, limit + 1)
  const rows = found.slice(0, limit)
  if (found.length > limit) return { rows, nextCursor: rows.at(-1)?.id ?? null, scannedTo: null }
  if (!end) return { rows, nextCursor: null, scannedTo: null }
  return { rows, nextCursor: end.id, scannedTo: toInstant(end.id) }
}
