import type { Db, Tx } from '../../platform/database/database.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    itemPrices: ItemPriceRow
  }
}

/** An item's price in a hub's last loaded content. */
export type ItemPriceRow = {
  itemId: string
  project: string
  /** Minor units; null when the item is not sold in this currency. */
  rubMinor: number | null
  usdMinor: number | null
}

export function listItemPrices(db: Db): Promise<ItemPriceRow[]> {
  return db.selectFrom('itemPrices').selectAll().execute()
}

/** False when another hub has inserted it. */
export async function insertPrice(tx: Tx, price: ItemPriceRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('itemPrices')
    .values(price)
    .onConflict((known) => known.doNothing())
    .returning('itemId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** False when another hub has replaced it. */
export async function replacePrice(tx: Tx, before: ItemPriceRow, after: ItemPriceRow): Promise<boolean> {
  const replaced = await tx
    .updateTable('itemPrices')
    .set(after)
    .where('itemId', '=', before.itemId)
    .where('project', '=', before.project)
    .where('rubMinor', 'is not distinct from', before.rubMinor)
    .where('usdMinor', 'is not distinct from', before.usdMinor)
    .returning('itemId')
    .executeTakeFirst()
  return replaced !== undefined
}

/** False when another hub has deleted it. */
export async function deletePrice(tx: Tx, itemId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('itemPrices')
    .where('itemId', '=', itemId)
    .returning('itemId')
    .executeTakeFirst()
  return deleted !== undefined
}
