import './tables.ts'
import { foldText } from '@playhub/contract/languages'
import { type RawBuilder, type SelectQueryBuilder, SqliteAdapter, sql } from 'kysely'
import { type Db, type Tables, transact } from '../../platform/database/database.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'

/** The trigram index finds no shorter parts. */
const shortestPart = 3

/** Ids of accounts with exactly this id, email or identity. */
export function selectExactIds(db: Db, text: string) {
  const exact = text.includes('@') ? canonicalEmail(text) : text.toLowerCase()
  const accounts = db.selectFrom('accounts').select('id')
  return accounts
    .where('id', '=', exact)
    .unionAll(accounts.where('email', '=', exact))
    .unionAll(accounts.where('receiptEmail', '=', exact))
    .unionAll(db.selectFrom('identities').select('accountId as id').where('subject', 'in', [text, exact]))
}

/** Ids of accounts whose name, emails or identities contain the text; of a short text, whose name begins with it. */
export function selectContainingIds(
  db: Db,
  text: string,
): SelectQueryBuilder<Tables, 'playerSearch', { id: string }> {
  const part = toPart(text)
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const search = db.selectFrom('playerSearch').select('playerSearch.accountId as id')
  if (isShort(part)) {
    const start = sql<string>`(substr(folded, 1, 8) collate ${sql.raw(isSqlite ? 'binary' : '"C"')})`
    return search.where(start, '>=', part).where(start, '<', `${part}\u{10ffff}`)
  }
  if (!isSqlite) return search.where(sql<boolean>`folded like ${toPattern(part)} escape '!'`)
  const phrase = `"${part.replaceAll('"', '""')}"`
  // A join, because SQLite would collect all matches for `in`, also when a limit needs only some.
  return search
    .innerJoin(sql<{ rowid: number }>`player_search_folded`.as('hits'), 'hits.rowid', 'playerSearch.id')
    .where(sql<boolean>`hits.folded match ${phrase}`) as typeof search
}

/** The same for a row of accounts: a scalar subquery, so only the rows of a scan are looked at. */
export function containsText(text: string): RawBuilder<boolean> {
  return sql<boolean>`(select folded from player_search where player_search.account_id = accounts.id)
    like ${toPattern(toPart(text))} escape '!'`
}

/** Hubs of any version change names; searches and an hourly job fold them. */
export async function foldChangedNames(db: Db): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    const rows = await db
      .selectFrom('playerSearch')
      .select(['id', 'words'])
      .where('folded', 'is', null)
      .limit(batchSize)
      .execute()
    count = rows.length
    // SQLite syncs once for all. PostgreSQL locks one row after another, so no transaction waits for two of them.
    if (!(db.getExecutor().adapter instanceof SqliteAdapter)) await foldRows(db, rows)
    else if (count > 0) await transact(db, (tx) => foldRows(tx, rows))
  }
}

const batchSize = 500

async function foldRows(db: Db, rows: { id: number; words: string }[]): Promise<void> {
  for (const { id, words } of rows)
    await db
      .updateTable('playerSearch')
      .set({ folded: foldText(words) })
      .where('id', '=', id)
      .where('words', '=', words)
      .execute()
}

const toPart = (text: string) => foldText(text.replace(/\p{C}/gu, ' ').trim())

const isShort = (part: string) => [...part].length < shortestPart

const toPattern = (part: string) => `${isShort(part) ? '' : '%'}${part.replace(/[!%_]/g, '!$&')}%`
