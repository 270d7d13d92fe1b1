import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Finds players by any part of a name, email or identity. Triggers keep it, also for hubs of an older version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  // An explicit key: `vacuum into`, which makes backups, may renumber implicit ones.
  const key = isSqlite ? sql`integer primary key` : sql`bigint generated always as identity primary key`
  await sql`create table player_search (
    id ${key},
    account_id text not null unique references accounts (id) on delete cascade,
    words text not null
  )`.execute(db)
  for (const statement of isSqlite ? sqliteStatements : postgresStatements)
    await sql.raw(statement).execute(db)
  await indexStates(db)
}

/** SQL for the searchable text of the account `id`. */
const words = (id: string, aggregate: string) => `
  select lower(a.nick_name || '\n' || coalesce(a.first_name, '') || '\n' || coalesce(a.last_name, '') || '\n'
    || coalesce(a.email, '') || '\n' || coalesce(a.receipt_email, '') || '\n'
    || coalesce((select ${aggregate}(i.label, '\n') from identities i where i.account_id = a.id), ''))
  from accounts a where a.id = ${id}`

const named = 'nick_name, first_name, last_name, email, receipt_email'

const update = (row: string, column: string, aggregate: string) => `
  update player_search set words = (${words(`${row}.${column}`, aggregate)})
  where account_id = ${row}.${column} and exists (select 1 from accounts where id = ${row}.${column});`

const fill = (aggregate: string) => `
  insert into player_search (account_id, words)
  select id, (${words('accounts.id', aggregate)}) from accounts order by id`

const updateSqlite = (row: string, column: string) => update(row, column, 'group_concat')

const sqliteStatements = [
  `create virtual table player_search_index
    using fts5 (words, content = 'player_search', content_rowid = 'id', tokenize = 'trigram')`,
  // Erased names leave no traces in the index.
  `insert into player_search_index (player_search_index, rank) values ('secure-delete', 1)`,
  `create trigger player_search_added after insert on player_search begin
    insert into player_search_index (rowid, words) values (new.id, new.words);
  end`,
  `create trigger player_search_removed after delete on player_search begin
    insert into player_search_index (player_search_index, rowid, words) values ('delete', old.id, old.words);
  end`,
  `create trigger player_search_changed after update on player_search when old.words <> new.words begin
    insert into player_search_index (player_search_index, rowid, words) values ('delete', old.id, old.words);
    insert into player_search_index (rowid, words) values (new.id, new.words);
  end`,
  fill('group_concat'),
  `create trigger accounts_added_to_search after insert on accounts begin
    insert into player_search (account_id, words) values (new.id, (${words('new.id', 'group_concat')}));
  end`,
  `create trigger accounts_changed_in_search after update of ${named} on accounts begin
    ${updateSqlite('new', 'id')}
  end`,
  `create trigger identities_added_to_search after insert on identities begin
    ${updateSqlite('new', 'account_id')}
  end`,
  `create trigger identities_changed_in_search after update of label, account_id on identities begin
    ${updateSqlite('old', 'account_id')}
    ${updateSqlite('new', 'account_id')}
  end`,
  `create trigger identities_removed_from_search after delete on identities begin
    ${updateSqlite('old', 'account_id')}
  end`,
]

const updatePostgres = (row: string, column: string) => update(row, column, 'string_agg')

const postgresStatements = [
  fill('string_agg'),
  // A server may refuse or lack the extension; then a search reads the table.
  `do $$
  declare home text;
  begin
    create extension if not exists pg_trgm with schema public;
    select nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_trgm';
    execute format('create index player_search_by_words on player_search using gin (words %I.gin_trgm_ops) with (fastupdate = off)', home);
  exception when others then
    raise notice 'Players are searched without an index: %', sqlerrm;
  end $$`,
  `create function add_account_to_search() returns trigger language plpgsql as $$ begin
    insert into player_search (account_id, words) values (new.id, (${words('new.id', 'string_agg')}));
    return null;
  end $$`,
  `create function change_account_in_search() returns trigger language plpgsql as $$ begin
    ${updatePostgres('new', 'id')}
    return null;
  end $$`,
  `create function change_identity_in_search() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then ${updatePostgres('old', 'account_id')} end if;
    if tg_op <> 'DELETE' then ${updatePostgres('new', 'account_id')} end if;
    return null;
  end $$`,
  `create trigger accounts_added_to_search after insert on accounts
    for each row execute function add_account_to_search()`,
  `create trigger accounts_changed_in_search after update of ${named} on accounts
    for each row execute function change_account_in_search()`,
  `create trigger identities_in_search after insert or update of label, account_id or delete on identities
    for each row execute function change_identity_in_search()`,
]

/** The console lists banned players and those to be deleted. */
async function indexStates(db: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['accounts_banned', 'banned_at'],
    ['accounts_deleting', 'deletion_at'],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('accounts')
      .column('id')
      .where(sql.ref(column), 'is not', null)
      .execute()
}
