import pg from 'pg'
import { newId } from '../platform/ids.ts'

/**
 * Schemas of the tests' PostgreSQL. The tables of a hub take longer to make than most tests take to run, so a hub's schema
 * is emptied and lent to the next hub of the file; `dropIdleSchemas` ends them.
 */
const idle: string[] = []

export async function createSchema(url: string): Promise<string> {
  const schema = newSchemaName()
  await onServer(url, `create schema ${schema}`)
  return schema
}

export async function borrowSchema(url: string): Promise<string> {
  return idle.pop() ?? (await createSchema(url))
}

/** Tables are emptied newest first, since a table refers to older ones; kysely's own say which steps are done. */
export async function giveSchemaBack(url: string, schema: string): Promise<void> {
  await onServer(
    url,
    `do $$ declare filled record; begin
      for filled in select oid::regclass as name from pg_class
        where relnamespace = '${schema}'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by oid desc
      loop execute 'delete from ' || filled.name; end loop;
    end $$`,
  )
  idle.push(schema)
}

export function dropSchema(url: string, schema: string): Promise<void> {
  return onServer(url, `drop schema ${schema} cascade`)
}

export async function dropIdleSchemas(url: string): Promise<void> {
  for (const schema of idle.splice(0)) await dropSchema(url, schema)
}

/** @param options  For PostgreSQL's command line, such as `-c search_path=…`. */
export function withOptions(url: string, options = ''): string {
  const own = new URL(url)
  own.searchParams.set('options', `${options} -c synchronous_commit=off`)
  return own.href
}

export function newSchemaName(): string {
  return `test_${newId().replaceAll('-', '')}`
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
