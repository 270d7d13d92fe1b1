/** Words of tickets: messages, notes, and the player's names and emails. */
import { foldText } from '@playhub/contract/languages'
import { type ExpressionBuilder, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import { type Db, type Tables, transact } from '../../platform/database/database.ts'

/** The trigram index finds no shorter parts. */
const shortestTerm = 3
const maxTerms = 8

/** What a ticket must contain, ignoring case, ё and accents. Empty for a text that is too short to be looked for. */
export function readTerms(text: string): string[] {
  const folded = foldText(text.replace(/\p{C}/gu, ' '))
  const terms = [...new Set(folded.split(/\s+/).filter((term) => term !== ''))].slice(0, maxTerms)
  return terms.some(isIndexed) ? terms : []
}

const isIndexed = (term: string) => [...term].length >= shortestTerm
const isOnSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter
const toPattern = (term: string) => `%${term.replace(/[!%_]/g, '!$&')}%`

/** Ids of the tickets that contain each term, by the index. */
export function selectContaining(db: Db, terms: string[]) {
  const search = db.selectFrom('ticketSearch').select('ticketSearch.ticketId as id')
  if (!isOnSqlite(db))
    return search.where(({ and }) =>
      and(terms.map((term) => sql<boolean>`folded like ${toPattern(term)} escape '!'`)),
    )
  const phrases = terms.filter(isIndexed).map((term) => `"${term.replaceAll('"', '""')}"`)
  const short = terms.filter((term) => !isIndexed(term))
  // A join, because SQLite would collect all matches for `in`, also when a limit needs only some.
  return search
    .innerJoin(sql<{ rowid: number }>`ticket_search_index`.as('hits'), 'hits.rowid', 'ticketSearch.id')
    .where(sql<boolean>`hits.folded match ${phrases.join(' ')}`)
    .where(({ and }) =>
      and(short.map((term) => sql<boolean>`instr(ticket_search.folded, ${term}) > 0`)),
    ) as unknown as typeof search
}

/** The same for a row of tickets: scalar subqueries, so only the rows of a scan are looked at. */
export function containsTerms(db: Db, { and }: ExpressionBuilder<Tables, 'tickets'>, terms: string[]) {
  const folded = sql`(select folded from ticket_search where ticket_search.ticket_id = tickets.id)`
  const contains = (term: string): RawBuilder<boolean> =>
    isOnSqlite(db) ? sql`instr(${folded}, ${term}) > 0` : sql`${folded} like ${toPattern(term)} escape '!'`
  return and(terms.map(contains))
}

/** Hubs of any version change tickets; searches and an hourly job fold them. */
export async function foldChangedTickets(db: Db): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    const rows = await db
      .selectFrom('ticketSearch')
      .select(['id', 'ticketId', 'revision'])
      .where('folded', 'is', null)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    count = rows.length
    // SQLite syncs once for all. PostgreSQL locks one row after another, so no transaction waits for two of them.
    if (!isOnSqlite(db)) await foldRows(db, rows)
    else if (count > 0) await transact(db, (tx) => foldRows(tx, rows))
  }
}

const batchSize = 100
/** Of each kind, the newest; a ticket of more is found by its latest words. */
const maxTexts = 100

async function foldRows(db: Db, rows: { id: number; ticketId: string; revision: number }[]): Promise<void> {
  for (const { id, ticketId, revision } of rows)
    await db
      .updateTable('ticketSearch')
      .set({ folded: foldText(await joinTexts(db, ticketId)) })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .execute()
}

async function joinTexts(db: Db, ticketId: string): Promise<string> {
  const player = await db
    .selectFrom('tickets')
    .innerJoin('accounts', 'accounts.id', 'tickets.playerId')
    .select(['tickets.email as writesFrom', 'accounts.email', 'nickName', 'firstName', 'lastName'])
    .where('tickets.id', '=', ticketId)
    .executeTakeFirst()
  if (!player) return ''
  const { writesFrom, email, nickName, firstName, lastName } = player
  const texts = await Promise.all(
    (['ticketMessages', 'ticketNotes'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('text')
        .where('ticketId', '=', ticketId)
        .orderBy('id', 'desc')
        .limit(maxTexts)
        .execute(),
    ),
  )
  const names = [nickName, firstName, lastName].filter((name) => name !== null).join(' ')
  return [writesFrom, names, email ?? '', ...texts.flat().map(({ text }) => text)].join('\n')
}
