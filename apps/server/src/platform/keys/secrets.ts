import { randomBytes } from 'node:crypto'
import type { Db } from '../database/database.ts'
import type { Migrations } from '../database/migrations.ts'

declare module '../database/database.ts' {
  interface Tables {
    secrets: { name: string; value: string }
  }
}

export const secretMigrations: Migrations = {
  '2026-11-21-00-secrets': {
    up: async (db) => {
      await db.schema
        .createTable('secrets')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute()
    },
  },
}

/**
 * A secret that the hub makes for itself at its first start and keeps, the same for every hub of one database.
 * @param make  Called when there is none yet; by default 32 random bytes as base64url.
 */
export async function loadOrCreateSecret(
  db: Db,
  name: string,
  make: () => string | Promise<string> = () => randomBytes(32).toString('base64url'),
): Promise<string> {
  const kept = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  if (kept) return kept.value
  await db
    .insertInto('secrets')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return loadOrCreateSecret(db, name, make)
}
