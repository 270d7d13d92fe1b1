import { foldText } from '@playhub/contract/languages'
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Finds tickets by words of messages and notes, and by name and email of the player. Only JavaScript can fold text, so
 * a changed ticket counts as not folded until a hub of this version has folded it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // An explicit key: `vacuum into`, which makes backups, may renumber implicit ones.
  const key = isSqlite ? sql`integer primary key` : sql`bigint generated always as identity primary key`
  await sql`create table ticket_search (
    id ${key},
    ticket_id text not null unique references tickets (id) on delete cascade,
    revision integer not null default 0,
    folded text
  )`.execute(db)
  await sql`insert into ticket_search (ticket_id) select id from tickets order by id`.execute(db)
  await foldAll(db, isSqlite ? 'group_concat' : 'string_agg')
  await sql`create index ticket_search_unfolded on ticket_search (id) where folded is null`.execute(db)
  for (const statement of isSqlite ? sqliteStatements : postgresStatements)
    await sql.raw(statement).execute(db)
}

const batchSize = 500

async function foldAll(db: Kysely<unknown>, aggregate: string): Promise<void> {
  const texts = (table: string) =>
    sql.raw(`coalesce((select ${aggregate}(text, '\n') from ${table} where ${table}.ticket_id = t.id), '')`)
  for (let last: number | undefined = 0; last !== undefined; ) {
    const { rows } = await sql<{
      id: number
      words: string
    }>`select s.id, t.email || '\n' || a.nick_name || ' '
        || coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '') || '\n' || coalesce(a.email, '') || '\n'
        || ${texts('ticket_messages')} || '\n' || ${texts('ticket_notes')} as words
      from ticket_search s join tickets t on t.id = s.ticket_id join accounts a on a.id = t.player_id
      where s.id > ${last} order by s.id limit ${sql.lit(batchSize)}`.execute(db)
    const folded = rows.map(({ id, words }) => sql`(${sql.lit(Number(id))}, ${foldText(words)})`)
    if (folded.length > 0)
      await sql`update ticket_search set folded = found.column2
        from (values ${sql.join(folded)}) as found where ticket_search.id = found.column1`.execute(db)
    last = rows.at(-1)?.id
  }
}

const outdate = (tickets: string) =>
  `update ticket_search set revision = revision + 1, folded = null where ticket_id ${tickets};`
const outdateTicket = outdate('= new.ticket_id')
const outdatePlayer = outdate('in (select id from tickets where player_id = new.id)')
const named = 'nick_name, first_name, last_name, email'

const sqliteStatements = [
  `create virtual table ticket_search_index
    using fts5 (folded, content = 'ticket_search', content_rowid = 'id', tokenize = 'trigram')`,
  // Erased messages leave no traces in the index.
  `insert into ticket_search_index (ticket_search_index, rank) values ('secure-delete', 1)`,
  `insert into ticket_search_index (rowid, folded) select id, folded from ticket_search`,
  `create trigger ticket_search_changed after update of folded on ticket_search begin
    insert into ticket_search_index (ticket_search_index, rowid, folded)
      select 'delete', old.id, old.folded where old.folded is not null;
    insert into ticket_search_index (rowid, folded) select new.id, new.folded where new.folded is not null;
  end`,
  `create trigger ticket_search_removed after delete on ticket_search when old.folded is not null begin
    insert into ticket_search_index (ticket_search_index, rowid, folded) values ('delete', old.id, old.folded);
  end`,
  `create trigger tickets_added_to_search after insert on tickets begin
    insert into ticket_search (ticket_id) values (new.id);
  end`,
  `create trigger ticket_messages_in_search after insert on ticket_messages begin ${outdateTicket} end`,
  `create trigger ticket_notes_in_search after insert on ticket_notes begin ${outdateTicket} end`,
  `create trigger accounts_changed_in_ticket_search after update of ${named} on accounts begin ${outdatePlayer} end`,
]

const createFunction = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`

const postgresStatements = [
  // A server may refuse or lack the extension; then a search reads the table.
  `do $$
  declare home text;
  begin
    select nspname into strict home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_trgm';
    execute format('create index ticket_search_by_folded on ticket_search using gin (folded %I.gin_trgm_ops) with (fastupdate = off)', home);
  exception when others then
    raise notice 'Tickets are searched without an index: %', sqlerrm;
  end $$`,
  createFunction('add_ticket_to_search', 'insert into ticket_search (ticket_id) values (new.id);'),
  createFunction('change_ticket_in_search', outdateTicket),
  createFunction('change_player_in_ticket_search', outdatePlayer),
  `create trigger tickets_added_to_search after insert on tickets
    for each row execute function add_ticket_to_search()`,
  `create trigger ticket_messages_in_search after insert on ticket_messages
    for each row execute function change_ticket_in_search()`,
  `create trigger ticket_notes_in_search after insert on ticket_notes
    for each row execute function change_ticket_in_search()`,
  `create trigger accounts_changed_in_ticket_search after update of ${named} on accounts
    for each row execute function change_player_in_ticket_search()`,
]
