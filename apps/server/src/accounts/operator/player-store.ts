import type { Db } from '../../platform/database/database.ts'
import { type AccountRow, lowerName } from '../tables.ts'

/**
 * Accounts whose id, address, identity or name is the text, newest first. Names match in any case and by their beginning. A
 * union, because PostgreSQL reads the whole table for an `or` with a subquery.
 */
export function listAccountsMatching(db: Db, text: string, limit: number): Promise<AccountRow[]> {
  const lower = text.toLowerCase()
  const name = lowerName(db)
  const accounts = db.selectFrom('accounts').select('id')
  return db
    .selectFrom('accounts')
    .selectAll()
    .where(
      'id',
      'in',
      accounts
        .where('id', '=', lower)
        .unionAll(accounts.where('email', '=', lower))
        .unionAll(accounts.where('receiptEmail', '=', lower))
        .unionAll(db.selectFrom('identities').select('accountId as id').where('subject', 'in', [text, lower]))
        .unionAll(accounts.where(name, '>=', lower).where(name, '<', `${lower}\u{10ffff}`)),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The account as it was before; undefined when it does not exist. The row stays locked until the transaction ends. */
export async function setBannedAt(
  tx: Db,
  playerId: string,
  bannedAt: number | null,
): Promise<AccountRow | undefined> {
  const before = await tx
    .updateTable('accounts')
    .set((eb) => ({ bannedAt: eb.ref('bannedAt') }))
    .where('id', '=', playerId)
    .returningAll()
    .executeTakeFirst()
  if (before) await tx.updateTable('accounts').set({ bannedAt }).where('id', '=', playerId).execute()
  return before
}
