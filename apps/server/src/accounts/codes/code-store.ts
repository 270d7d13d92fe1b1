import type { Db } from '../../platform/database/database.ts'
import type { CodePurpose, CodeRow } from '../tables.ts'

/** Replaces the previous code. False when one was requested after `notAfter`. */
export async function replaceCode(db: Db, code: CodeRow, notAfter: number): Promise<boolean> {
  const replaced = await db
    .insertInto('codes')
    .values(code)
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'email'])
        .doUpdateSet((eb) => ({
          id: eb.ref('excluded.id'),
          language: eb.ref('excluded.language'),
          hash: eb.ref('excluded.hash'),
          expiresAt: eb.ref('excluded.expiresAt'),
          tries: eb.ref('excluded.tries'),
          requestedAt: eb.ref('excluded.requestedAt'),
        }))
        .where('codes.requestedAt', '<=', notAfter),
    )
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

export function findCode(db: Db, purpose: CodePurpose, email: string): Promise<CodeRow | undefined> {
  return db
    .selectFrom('codes')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Stores the hash of the code about to be emailed. Undefined when the code was replaced or used. */
export function setCodeHash(
  db: Db,
  id: string,
  hash: string,
  expiresAt: number,
): Promise<CodeRow | undefined> {
  return db
    .updateTable('codes')
    .set({ hash, expiresAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Counts a try before the code is compared, so concurrent guesses cannot exceed the limit. Undefined when none is left.
 */
export function incrementTries(
  db: Db,
  purpose: CodePurpose,
  email: string,
  maxTries: number,
  now: number,
): Promise<CodeRow | undefined> {
  return db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('tries', '<', maxTries)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a code. False when a concurrent request has consumed it. */
export async function consumeCode(db: Db, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('codes').where('id', '=', id).returning('id').executeTakeFirst()
  return deleted !== undefined
}

export async function deleteCodesRequestedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('codes').where('requestedAt', '<', instant).execute()
}
