import { foldText } from '@playhub/contract/languages'
import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Players' searchable text without differences of case, ё and accents. Only JavaScript can fold it, so a changed text
 * counts as not folded until a hub of this version has folded it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema.alterTable('player_search').addColumn('folded', 'text').execute()
  await foldAll(db)
  await sql`create index player_search_unfolded on player_search (folded) where folded is null`.execute(db)
  // Byte order, so the index can find a beginning in any PostgreSQL locale.
  const collation = sql.raw(isSqlite ? 'binary' : '"C"')
  await sql`create index player_search_by_start on player_search ((substr(folded, 1, 8) collate ${collation}))`.execute(
    db,
  )
  for (const statement of isSqlite ? sqliteStatements : postgresStatements)
    await sql.raw(statement).execute(db)
}

const batchSize = 1000

async function foldAll(db: Kysely<unknown>): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const { rows } = await sql<{ id: number; words: string }>`select id, words from player_search
      where id > ${last} order by id limit ${sql.lit(batchSize)}`.execute(db)
    const folded = rows.map(({ id, words }) => sql`(${sql.lit(Number(id))}, ${foldText(words)})`)
    if (folded.length > 0)
      await sql`update player_search set folded = found.column2
        from (values ${sql.join(folded)}) as found where player_search.id = found.column1`.execute(db)
    last = rows.at(-1)?.id
  }
}

const sqliteStatements = [
  `create virtual table player_search_folded
    using fts5 (folded, content = 'player_search', content_rowid = 'id', tokenize = 'trigram')`,
  // Erased names leave no traces in the index.
  `insert into player_search_folded (player_search_folded, rank) values ('secure-delete', 1)`,
  `insert into player_search_folded (rowid, folded) select id, folded from player_search`,
  `create trigger player_search_outdated after update of words on player_search when old.words <> new.words begin
    update player_search set folded = null where id = new.id;
  end`,
  `create trigger player_search_folded_changed after update of folded on player_search begin
    insert into player_search_folded (player_search_folded, rowid, folded)
      select 'delete', old.id, old.folded where old.folded is not null;
    insert into player_search_folded (rowid, folded) select new.id, new.folded where new.folded is not null;
  end`,
  `create trigger player_search_folded_removed after delete on player_search when old.folded is not null begin
    insert into player_search_folded (player_search_folded, rowid, folded) values ('delete', old.id, old.folded);
  end`,
]

const postgresStatements = [
  // A server may refuse or lack the extension; then a search reads the table.
  `do $$
  declare home text;
  begin
    select nspname into strict home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_trgm';
    execute format('create index player_search_by_folded on player_search using gin (folded %I.gin_trgm_ops) with (fastupdate = off)', home);
  exception when others then
    raise notice 'Players are searched without an index: %', sqlerrm;
  end $$`,
  `create function outdate_player_search() returns trigger language plpgsql as $$ begin
    if new.words <> old.words then new.folded := null; end if;
    return new;
  end $$`,
  `create trigger player_search_outdated before update of words on player_search
    for each row execute function outdate_player_search()`,
]
