import type { Db } from '../database/database.ts'

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

/** Skips a key already saved by another hub. */
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
