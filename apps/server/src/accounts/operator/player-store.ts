import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type AccountRow, lowerName } from '../tables.ts'

export type Ban = Pick<AccountRow, 'bannedAt' | 'bannedUntil'>

/**
 * Accounts whose id or identity equals the text, whose name begins with it or whose email contains it, newest first,
 * ignoring case. A union, because PostgreSQL scans the whole table for an `or` with a subquery.
 */
export function listAccountsMatching(db: Db, text: string, limit: number): Promise<AccountRow[]> {
  const lower = text.toLowerCase()
  const name = lowerName(db)
  const accounts = db.selectFrom('accounts').select('id')
  const contains = (column: 'email' | 'receiptEmail') =>
    accounts.where(sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(lower)}%`} escape '!'`)
  return db
    .selectFrom('accounts')
    .selectAll()
    .where(
      'id',
      'in',
      accounts
        .where('id', '=', lower)
        .unionAll(contains('email'))
        .unionAll(contains('receiptEmail'))
        .unionAll(db.selectFrom('identities').select('accountId as id').where('subject', 'in', [text, lower]))
        .unionAll(accounts.where(name, '>=', lower).where(name, '<', `${lower}\u{10ffff}`)),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const escapeLike = (text: string) => text.replace(/[!%_]/g, '!$&')

/** Players who log in with this email or have it from an identity provider, newest first. */
export function listAccountsByEmail(db: Db, email: string, limit: number): Promise<AccountRow[]> {
  const lower = email.toLowerCase()
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', lower)
        .unionAll(
          eb
            .selectFrom('identities')
            .select('accountId as id')
            .where('provider', '=', 'mail')
            .where('subject', '=', lower),
        ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function setBan(tx: Db, playerId: string, ban: Ban): Promise<void> {
  await tx.updateTable('accounts').set(ban).where('id', '=', playerId).execute()
}
