import type { Db } from '../../platform/database/database.ts'
import { credentials } from '../credential-store.ts'
import type { TwoFactorRow } from './tables.ts'

export const { insertRecoveryCodes, countRecoveryCodes, consumeRecoveryCode, deleteRecoveryCodes } =
  credentials

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

/** The one required by password logins. */
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
