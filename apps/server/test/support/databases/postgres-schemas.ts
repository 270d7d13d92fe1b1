import pg from 'pg'
import { newId } from '../../../src/platform/ids.ts'

/** A schema with more rows is not used again, because its tables stay as large as they were. */
const maxReusedBytes = 4_000_000

export async function createSchema(url: string): Promise<string> {
  const schema = `${process.env.TEST_SCHEMA_PREFIX}${newId().replaceAll('-', '')}`
  await (await connect(url)).query(`create schema ${schema}`)
  return schema
}

/** @returns false when it has too many rows to be used again */
export async function emptySchema(url: string, schema: string): Promise<boolean> {
  const server = await connect(url)
  const { rows } = await server.query<{ bytes: string }>(
    `select sum(pg_relation_size(oid)) as bytes from pg_class
      where relnamespace = '${schema}'::regnamespace and relkind = 'r'`,
  )
  if (Number(rows[0]?.bytes) > maxReusedBytes) return false
  await server.query(emptyTables(schema))
  return true
}

/**
 * @returns  A statement to empty the tables, newest first because of foreign keys, but for Kysely's tables of
 *   applied migrations. The triggers on append-only tables would refuse it.
 */
export function emptyTables(schema: string): string {
  return `do $$ declare filled record; begin
    for filled in select oid::regclass as name from pg_class
      where relnamespace = '${schema}'::regnamespace and relkind = 'r' and relname not like 'kysely%'
        and pg_relation_size(oid) > 0
      order by oid desc
    loop
      execute 'alter table ' || filled.name || ' disable trigger user';
      execute 'delete from ' || filled.name;
      execute 'alter table ' || filled.name || ' enable trigger user';
    end loop;
  end $$`
}

export async function dropSchema(url: string, schema: string): Promise<void> {
  await (await connect(url)).query(`drop schema ${schema} cascade`)
}

/** @param options  PostgreSQL command-line options, such as `-c search_path=…`. */
export function withOptions(url: string, options = ''): string {
  const own = new URL(url)
  own.searchParams.set('options', `${options} -c synchronous_commit=off`)
  return own.href
}

let connection: Promise<pg.Client> | undefined

/** The worker's own connection, which knows the tables after its first statement. */
function connect(url: string): Promise<pg.Client> {
  connection ??= openConnection(url)
  return connection
}

async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: withOptions(url) })
  await client.connect()
  return client
}
