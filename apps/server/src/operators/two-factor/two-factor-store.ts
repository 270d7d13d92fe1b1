import type { Db } from '../../platform/database/database.ts'
import type { OperatorPasskeyRow } from '../tables.ts'

/** False when the credential is already registered. */
export async function insertPasskey(db: Db, passkey: OperatorPasskeyRow): Promise<boolean> {
  const inserted = await db
    .insertInto('operatorPasskeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findPasskeyByCredential(
  db: Db,
  credentialId: string,
): Promise<OperatorPasskeyRow | undefined> {
  return db
    .selectFrom('operatorPasskeys')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
}

/** Records a use. False when a concurrent use has changed the counter, or the passkey was removed. */
export async function recordPasskeyUse(
  db: Db,
  { id, counter }: Pick<OperatorPasskeyRow, 'id' | 'counter'>,
  use: Pick<OperatorPasskeyRow, 'counter' | 'isSynced' | 'lastUsedAt'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('operatorPasskeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Oldest first. */
export function listPasskeys(
  db: Db,
  operatorId: string,
): Promise<Pick<OperatorPasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>[]> {
  return db
    .selectFrom('operatorPasskeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('operatorId', '=', operatorId)
    .orderBy('id')
    .execute()
}

/** @returns  its name; undefined when the operator has no such passkey */
export async function deletePasskey(db: Db, operatorId: string, id: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('operatorPasskeys')
    .where('id', '=', id)
    .where('operatorId', '=', operatorId)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

export async function countPasskeys(db: Db, operatorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('operatorPasskeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operatorId', '=', operatorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Numbers of passkeys by operator id; operators without one are missing. */
export async function countAllPasskeys(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('operatorPasskeys')
    .select((eb) => ['operatorId', eb.fn.countAll<number>().as('count')])
    .groupBy('operatorId')
    .execute()
  return new Map(rows.map(({ operatorId, count }) => [operatorId, Number(count)]))
}

export async function insertRecoveryCodes(db: Db, operatorId: string, hashes: string[]): Promise<void> {
  const codes = hashes.map((hash) => ({ hash, operatorId }))
  await db.insertInto('operatorRecoveryCodes').values(codes).execute()
}

export async function countRecoveryCodes(db: Db, operatorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('operatorRecoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operatorId', '=', operatorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Consumes a recovery code. False when the operator has no such code. */
export async function consumeRecoveryCode(db: Db, operatorId: string, hash: string): Promise<boolean> {
  const used = await db
    .deleteFrom('operatorRecoveryCodes')
    .where('operatorId', '=', operatorId)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes passkeys and recovery codes. The authenticator app's secret is in the operator's row. */
export async function deletePasskeysAndCodes(db: Db, operatorId: string): Promise<void> {
  await db.deleteFrom('operatorPasskeys').where('operatorId', '=', operatorId).execute()
  await deleteRecoveryCodes(db, operatorId)
}

export async function deleteRecoveryCodes(db: Db, operatorId: string): Promise<void> {
  await db.deleteFrom('operatorRecoveryCodes').where('operatorId', '=', operatorId).execute()
}
