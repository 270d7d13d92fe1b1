import type { Db } from '../../platform/database/database.ts'
import type { SecondFactorRow } from './tables.ts'

/** Stores the secret of a set-up, in place of an earlier one that was not confirmed. False when one is in use. */
export async function replaceUnconfirmed(db: Db, row: SecondFactorRow): Promise<boolean> {
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

/** Also one that is being set up. */
export function findSecondFactor(db: Db, accountId: string): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('secondFactors').selectAll().where('accountId', '=', accountId).executeTakeFirst()
}

/** The one that sign-ins by password ask for. */
export function findConfirmed(db: Db, accountId: string): Promise<SecondFactorRow | undefined> {
  return db
    .selectFrom('secondFactors')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
}

/** Undefined when the set-up was confirmed or replaced meanwhile. */
export function confirmSecondFactor(
  db: Db,
  { accountId, secret }: SecondFactorRow,
  now: number,
): Promise<SecondFactorRow | undefined> {
  return db
    .updateTable('secondFactors')
    .set({ confirmedAt: now })
    .where('accountId', '=', accountId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Restores one that was removed. */
export async function insertSecondFactor(db: Db, row: SecondFactorRow): Promise<void> {
  await db.insertInto('secondFactors').values(row).execute()
}

/** Deletes the second factor and returns it. */
export function deleteSecondFactor(db: Db, accountId: string): Promise<SecondFactorRow | undefined> {
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

/** Uses a recovery code up. False when the account has no such code. */
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
