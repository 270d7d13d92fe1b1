import type { Db, Tx } from '../../platform/database/database.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    priceHistory: PriceHistoryRow
    priceRecordings: { id: 1 } & Recording
  }
}

/** What the public price list charged for an item from an instant on. */
export type PriceHistoryRow = {
  itemId: string
  since: number
  /** Minor units; null when the item was not sold in this currency. */
  rubMinor: number | null
  usdMinor: number | null
}

/** The content whose prices are recorded, and up to when. */
export type Recording = { contentVersion: string; recordedAt: number }

/** A database takes so many parameters in one statement. */
const batchRows = 1000

export function findRecording(db: Db): Promise<Recording | undefined> {
  return db.selectFrom('priceRecordings').select(['contentVersion', 'recordedAt']).executeTakeFirst()
}

/** Other hubs wait here until the transaction ends. */
export async function saveRecording(tx: Tx, recording: Recording): Promise<void> {
  await tx
    .insertInto('priceRecordings')
    .values({ id: 1, ...recording })
    .onConflict((known) => known.column('id').doUpdateSet(recording))
    .execute()
}

/** In order. */
export function listPriceHistory(db: Db): Promise<PriceHistoryRow[]> {
  return db.selectFrom('priceHistory').selectAll().orderBy('itemId').orderBy('since').execute()
}

/**
 * A price that another one follows at the same instant has never been charged.
 * @param rows  One for an item and instant.
 */
export async function savePrices(tx: Tx, rows: readonly PriceHistoryRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batchRows)
    await tx
      .insertInto('priceHistory')
      .values(rows.slice(start, start + batchRows))
      .onConflict((known) =>
        known.columns(['itemId', 'since']).doUpdateSet(({ ref }) => ({
          rubMinor: ref('excluded.rubMinor'),
          usdMinor: ref('excluded.usdMinor'),
        })),
      )
      .execute()
}

/** Keeps each item's price at the instant. */
export async function deletePricesBefore(db: Db, instant: number): Promise<void> {
  await db
    .deleteFrom('priceHistory')
    .where('since', '<', instant)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('priceHistory as later')
          .select('later.itemId')
          .whereRef('later.itemId', '=', 'priceHistory.itemId')
          .whereRef('later.since', '>', 'priceHistory.since')
          .where('later.since', '<=', instant),
      ),
    )
    .execute()
}
