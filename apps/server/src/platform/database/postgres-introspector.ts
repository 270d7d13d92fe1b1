import { type DatabaseIntrospector, type Kysely, PostgresIntrospector, sql } from 'kysely'

/**
 * Sees the tables of the hub's own schema. Kysely's looks through every schema of the database: it takes the migration
 * tables of another hub there for ours, and fails when one of those schemas goes away meanwhile.
 */
// biome-ignore lint/suspicious/noExplicitAny: Kysely asks for introspection of whatever database it has
export function ownSchemaIntrospector(db: Kysely<any>): DatabaseIntrospector {
  return {
    getSchemas: () => new PostgresIntrospector(db).getSchemas(),
    getTables: async () => {
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()`.execute(db)
      return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }))
    },
  }
}
