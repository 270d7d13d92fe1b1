import type { Db } from '../../platform/database/database.ts'
import type { TwoFactorRow } from './tables.ts'

/** Stores a new set-up's secret and replaces an unconfirmed one. False when one is in use. */
export async function replaceUnconfirmed(db: Db, row: TwoFactorRow): Promise<boolean> {
  const { secret, createdAt } = row
  const stored = await db
    .insertInto('secondFactors')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet({ secret, createdAt })
        .where('secondFactors.confirmedAt', 'is', null),
    )
    .returning('accountId')
    .executeTakeFirst()
  return stored !== undefined
}

/** Includes an unconfirmed one. */
export function findTwoFactor(db: Db, accountId: string): Promise<TwoFactorRow | undefined> {
  return db.selectFrom('secondFactors').selectAll().where('accountId', '=', accountId).executeTakeFirst()
}

/** The one that password logins require. */
export function findConfirmed(db: Db, accountId: string): Promise<TwoFactorRow | undefined> {
  return db
    .selectFrom('secondFactors')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
}

/** Undefined when the set-up was confirmed or replaced in the meantime. */
export function confirmTwoFactor(
  db: Db,
  { accountId, secret }: TwoFactorRow,
  now: number,
): Promise<TwoFactorRow | undefined> {
  return db
    .updateTable('secondFactors')
    .set({ confirmedAt: now })
    .where('accountId', '=', accountId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Restores a removed one. */
export async function insertTwoFactor(db: Db, row: TwoFactorRow): Promise<void> {
  await db.insertInto('secondFactors').values(row).execute()
}

export function deleteTwoFactor(db: Db, accountId: string): Promise<TwoFactorRow | undefined> {
  return db.deleteFrom('secondFactors').where('accountId', '=', accountId).returningAll().executeTakeFirst()
}

export async function insertRecoveryCodes(db: Db, accountId: string, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  const codes = hashes.map((hash) => ({ hash, accountId }))
  await db.insertInto('recoveryCodes').values(codes).execute()
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Consumes a recovery code. False when the account has no such code. */
export async function consumeRecoveryCode(db: Db, accountId: string, hash: string): Promise<boolean> {
  const used = await db
    .deleteFrom('recoveryCodes')
    .where('accountId', '=', accountId)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes the recovery codes and returns their hashes. */
export async function deleteRecoveryCodes(db: Db, accountId: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('recoveryCodes')
    .where('accountId', '=', accountId)
    .returning('hash')
    .execute()
  return deleted.map(({ hash }) => hash)
}
