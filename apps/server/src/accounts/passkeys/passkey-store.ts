import type { Db } from '../../platform/database/database.ts'
import type { PasskeyRow } from './tables.ts'

/** False when the credential is already registered. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<boolean> {
  const inserted = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Oldest first. */
export function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('accountId', '=', accountId).orderBy('id').execute()
}

export function findPasskeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()
}

/** Records a use. False when a concurrent use has changed the counter, or the passkey was removed. */
export async function recordPasskeyUse(
  db: Db,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: Pick<PasskeyRow, 'counter' | 'isSynced' | 'lastUsedAt'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export function renamePasskey(
  db: Db,
  accountId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a passkey and returns it. */
export function deletePasskey(db: Db, accountId: string, id: string): Promise<PasskeyRow | undefined> {
  return db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskeysByAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('accountId', '=', accountId).execute()
}
