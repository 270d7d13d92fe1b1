import type { DeleteResult } from 'kysely'

/** Small, so a statement holds its locks (and SQLite the event loop) for only a few milliseconds. */
const deleteBatchSize = 500

/**
 * Deletes many rows in small statements, letting other statements run in between.
 * @param deleteSome  Deletes at most `limit` rows.
 */
export async function deleteInBatches(deleteSome: (limit: number) => Promise<DeleteResult>): Promise<void> {
  while (true) {
    const { numDeletedRows } = await deleteSome(deleteBatchSize)
    if (numDeletedRows < deleteBatchSize) return
  }
}
