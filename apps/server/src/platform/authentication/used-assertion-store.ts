import type { Db } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    usedProofs: UsedAssertionRow
  }
}

/** A used single-use assertion. */
type UsedAssertionRow = {
  key: string
  expiresAt: number
}

/**
 * Marks a single-use assertion as used. False when it was used before.
 * @param key        Names the assertion and its kind.
 * @param expiresAt  When the assertion is refused as expired anyway, so its key can be deleted.
 */
export async function consumeAssertion(db: Db, key: string, expiresAt: number): Promise<boolean> {
  const inserted = await db
    .insertInto('usedProofs')
    .values({ key, expiresAt })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Lets an assertion be used again. */
export async function releaseAssertion(db: Db, key: string): Promise<void> {
  await db.deleteFrom('usedProofs').where('key', '=', key).execute()
}

export async function deleteAssertionsExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('usedProofs').where('expiresAt', '<', instant).execute()
}
