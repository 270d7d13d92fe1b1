import type { Db } from '../../platform/database/database.ts'
import type { CodeRow } from '../tables.ts'
import type { CodePurpose } from './code.ts'

/** Puts a new code in the place of the last one; false when that was asked for after `notAfter`. */
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

/** Writes down what a letter is about to say; undefined when another code has taken this one's place. */
export function keepCodeHash(
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

/** Counts a try before it is compared, so that parallel guesses cannot share one; undefined when none is left. */
export function countTry(
  db: Db,
  purpose: CodePurpose,
  email: string,
  tries: number,
  now: number,
): Promise<CodeRow | undefined> {
  return db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('tries', '<', tries)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Uses a code up; false when somebody else just did. */
export async function spendCode(db: Db, id: string): Promise<boolean> {
  const spent = await db.deleteFrom('codes').where('id', '=', id).returning('id').executeTakeFirst()
  return spent !== undefined
}

export async function deleteCodesRequestedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('codes').where('requestedAt', '<', instant).execute()
}
