import { randomBytes } from 'node:crypto'
import type { Db } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    secrets: { name: string; value: string }
  }
}

/**
 * Loads a secret generated at the first start and shared by every hub on the database.
 * @param make  Generates the secret; by default 32 random bytes as base64url.
 */
export async function loadOrCreateSecret(
  db: Db,
  name: string,
  make: () => string | Promise<string> = () => randomBytes(32).toString('base64url'),
): Promise<string> {
  const stored = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  if (stored) return stored.value
  await db
    .insertInto('secrets')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return loadOrCreateSecret(db, name, make)
}

export async function replaceSecret(db: Db, name: string, value: string): Promise<void> {
  await db.updateTable('secrets').set({ value }).where('name', '=', name).execute()
}
