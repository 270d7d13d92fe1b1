import './tables.ts'
import { type RawBuilder, type SelectQueryBuilder, SqliteAdapter, sql } from 'kysely'
import type { Db, Tables } from '../../platform/database/database.ts'
import { type AccountRow, lowerName } from '../tables.ts'

/** The trigram index finds no shorter parts. */
const shortestPart = 3

/**
 * Accounts whose id or identity equals the text, whose name begins with it or which contain it, newest first, ignoring
 * case. A union, because PostgreSQL scans the whole table for an `or` with a subquery.
 */
export function listAccountsMatching(db: Db, text: string, limit: number): Promise<AccountRow[]> {
  const lower = text.toLowerCase()
  const name = lowerName(db)
  const accounts = db.selectFrom('accounts').select('id')
  const matching = selectExactIds(db, text)
    .unionAll(accounts.where(name, '>=', lower).where(name, '<', `${lower}\u{10ffff}`))
    .$call((union) => {
      const containing = selectContainingIds(db, text)
      return containing ? union.unionAll(containing) : union
    })
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', 'in', matching)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Ids of accounts with exactly this id, email or identity. */
export function selectExactIds(db: Db, text: string) {
  const lower = text.toLowerCase()
  const accounts = db.selectFrom('accounts').select('id')
  return accounts
    .where('id', '=', lower)
    .unionAll(accounts.where('email', '=', lower))
    .unionAll(accounts.where('receiptEmail', '=', lower))
    .unionAll(db.selectFrom('identities').select('accountId as id').where('subject', 'in', [text, lower]))
}

/** Ids of accounts whose name, emails or identities contain the text. Undefined for a text that is too short. */
export function selectContainingIds(
  db: Db,
  text: string,
): SelectQueryBuilder<Tables, 'playerSearch', { id: string }> | undefined {
  const part = toPart(text)
  if ([...part].length < shortestPart) return undefined
  const search = db.selectFrom('playerSearch').select('playerSearch.accountId as id')
  if (!(db.getExecutor().adapter instanceof SqliteAdapter))
    return search.where(sql<boolean>`words like ${toPattern(part)} escape '!'`)
  const phrase = `"${part.replaceAll('"', '""')}"`
  // A join, because SQLite would collect all matches for `in`, also when a limit needs only some.
  return search
    .innerJoin(sql<{ rowid: number }>`player_search_index`.as('hits'), 'hits.rowid', 'playerSearch.id')
    .where(sql<boolean>`hits.words match ${phrase}`) as typeof search
}

/** The same for a row of accounts: a scalar subquery, so that only the rows of a scan are looked at. */
export function containsText(text: string): RawBuilder<boolean> {
  return sql<boolean>`(select words from player_search where player_search.account_id = accounts.id)
    like ${toPattern(toPart(text))} escape '!'`
}

const toPart = (text: string) => text.replace(/\p{C}/gu, ' ').trim().toLowerCase()

const toPattern = (part: string) => `%${part.replace(/[!%_]/g, '!$&')}%`
