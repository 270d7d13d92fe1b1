import type { Db } from '../database/database.ts'
import type { Migrations } from '../database/migrations.ts'

declare module '../database/database.ts' {
  interface Tables {
    signingKeys: SigningKeyRow
  }
}

export type SigningKeyRow = {
  /** Public key thumbprint, which tokens name. */
  kid: string
  purpose: string
  /** JSON. */
  privateJwk: string
  signsFrom: number
  /** Tokens are refused from then on. Null for the newest key. */
  expiresAt: number | null
}

export const signingKeyMigrations: Migrations = {
  '2026-11-23-60-signing-keys': {
    up: async (db) => {
      await db.schema
        .createTable('signing_keys')
        .addColumn('kid', 'text', (column) => column.primaryKey())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('private_jwk', 'text', (column) => column.notNull())
        .addColumn('signs_from', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .execute()
    },
  },
}

/** Skips a key that another hub has saved. */
export async function insertSigningKey(db: Db, key: SigningKeyRow): Promise<void> {
  await db
    .insertInto('signingKeys')
    .values(key)
    .onConflict((conflict) => conflict.column('kid').doNothing())
    .execute()
}

/** Sorted by signing order. */
export function listSigningKeys(db: Db, purpose: string): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('signingKeys')
    .selectAll()
    .where('purpose', '=', purpose)
    .orderBy('signsFrom')
    .orderBy('kid')
    .execute()
}

export async function retireSigningKeys(db: Db, purpose: string, expiresAt: number): Promise<void> {
  await db
    .updateTable('signingKeys')
    .set({ expiresAt })
    .where('purpose', '=', purpose)
    .where('expiresAt', 'is', null)
    .execute()
}

export async function deleteSigningKeysExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('signingKeys').where('expiresAt', '<', instant).execute()
}
