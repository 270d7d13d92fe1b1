import type { Migrations } from '../../platform/database/migrations.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    itemPrices: ItemPriceRow
  }
}

/** An item's price in the content that a hub loaded last. */
export type ItemPriceRow = {
  itemId: string
  project: string
  /** Minor units; null when the item is not sold in that currency. */
  rubMinor: number | null
  usdMinor: number | null
}

export const itemPriceMigrations: Migrations = {
  '2026-11-25-62-item-prices': {
    up: async (db) => {
      await db.schema
        .createTable('item_prices')
        .addColumn('item_id', 'text', (column) => column.primaryKey())
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('rub_minor', 'bigint')
        .addColumn('usd_minor', 'bigint')
        .execute()
    },
  },
}
