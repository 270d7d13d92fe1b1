import pg from 'pg'
import { newId } from '../../src/platform/ids.ts'

/**
 * Schemas that the file's next hub reuses: creating a hub's tables takes longer than most tests. `dropIdleSchemas`
 * removes them.
 */
const idle: string[] = []

export async function createSchema(url: string): Promise<string> {
  const schema = `test_${newId().replaceAll('-', '')}`
  await onServer(url, `create schema ${schema}`)
  return schema
}

export async function acquireSchema(url: string): Promise<string> {
  return idle.pop() ?? (await createSchema(url))
}

export async function releaseSchema(url: string, schema: string): Promise<void> {
  await onServer(url, emptyTables(schema))
  idle.push(schema)
}

/**
 * @returns  A statement that empties the tables, newest first because of foreign keys, but for Kysely's tables with
 *   applied migrations. The triggers on append-only tables would refuse it.
 */
export function emptyTables(schema: string): string {
  return `do $$ declare filled record; begin
    for filled in select oid::regclass as name from pg_class
      where relnamespace = '${schema}'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by oid desc
    loop
      execute 'alter table ' || filled.name || ' disable trigger user';
      execute 'delete from ' || filled.name;
      execute 'alter table ' || filled.name || ' enable trigger user';
    end loop;
  end $$`
}

export function dropSchema(url: string, schema: string): Promise<void> {
  return onServer(url, `drop schema ${schema} cascade`)
}

export async function dropIdleSchemas(url: string): Promise<void> {
  for (const schema of idle.splice(0)) await dropSchema(url, schema)
}

/** @param options  PostgreSQL command-line options, such as `-c search_path=…`. */
export function withOptions(url: string, options = ''): string {
  const own = new URL(url)
  own.searchParams.set('options', `${options} -c synchronous_commit=off`)
  return own.href
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withOptions(url) })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
