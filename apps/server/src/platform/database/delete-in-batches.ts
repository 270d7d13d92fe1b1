import type { DeleteResult } from 'kysely'

/** Small, so that a statement holds its locks, and on SQLite the event loop, for a few milliseconds only. */
export const deleteBatchSize = 500

/**
 * Deletes many rows in small statements, between which other statements have their turn.
 * @param deleteSome  Deletes at most so many rows.
 */
export async function deleteInBatches(deleteSome: (limit: number) => Promise<DeleteResult>): Promise<void> {
  while (true) {
    const { numDeletedRows } = await deleteSome(deleteBatchSize)
    if (numDeletedRows < deleteBatchSize) return
  }
}
