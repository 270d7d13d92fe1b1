import BetterSqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Log } from '../../observability/log.ts'
import type { Db } from '../database.ts'

/** A table, column, index or trigger. */
type SchemaObject = { type: string; name: string; table: string }

/**
 * Releases before 2026-11-29 committed each statement of a migration on SQLite. When one was interrupted, its tables and
 * columns stayed, and every later start failed on them. Drops them: they hold nothing but what the migration derived
 * from other tables, because no release has started on them.
 */
export async function undoInterruptedMigration(
  tx: Db,
  known: Record<string, Migration>,
  { executed, pending, log }: { executed: string[]; pending: string[]; log: Log | undefined },
): Promise<void> {
  const found = (await sql.raw<SchemaObject>(schemaQuery).execute(tx)).rows.map(toKey)
  if (executed.length === 0 && found.length === 0) return
  await known[pending[0] ?? '']?.down?.(tx)
  const added = await listAddedObjects(known, { executed, pending })
  const leftovers = added.filter((object) => found.includes(toKey(object)))
  const interrupted = [...new Set(leftovers.map(({ migration }) => migration))]
  if (interrupted.length === 0) return
  if (interrupted.length > 1)
    throw new Error(`it has parts of ${interrupted.join(', ')}, which it has not recorded: restore a backup`)
  for (const object of leftovers.sort(compareForDrop)) await sql.raw(toDrop(object)).execute(tx)
  log?.warn(
    { interrupted, dropped: leftovers.map(toKey) },
    'Undid a migration that an older version had left half done',
  )
}

/** Without the tables in which virtual ones keep their contents. */
const schemaQuery = `
  select m.type, m.name, m.tbl_name as "table" from sqlite_master m
    where m.name not like 'sqlite_%' and m.name not in (select name from pragma_table_list where type = 'shadow')
  union all
  select 'column', c.name, t.name from pragma_table_list t, pragma_table_info(t.name) c
    where t.type = 'table' and t.schema = 'main' and t.name not like 'sqlite_%'`

const toKey = ({ type, name, table }: SchemaObject) => `${type} ${table}.${name}`

type AddedObject = SchemaObject & { migration: string; order: number }

/** Objects the pending migrations add to the executed ones', found by running all on an empty database. */
async function listAddedObjects(
  known: Record<string, Migration>,
  { executed, pending }: { executed: string[]; pending: string[] },
): Promise<AddedObject[]> {
  const database = new BetterSqlite(':memory:')
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  const readSchema = () => database.prepare<[], SchemaObject>(schemaQuery).all()
  const added: AddedObject[] = []
  try {
    for (const name of executed.toSorted()) await known[name]?.up(db)
    const seen = new Set(readSchema().map(toKey))
    for (const migration of pending) {
      await known[migration]?.up(db)
      const tables = new Set<string>()
      for (const object of readSchema()) {
        if (seen.has(toKey(object))) continue
        seen.add(toKey(object))
        if (object.type === 'table') tables.add(object.name)
        // The columns of a new table go with it.
        if (object.type !== 'column' || !tables.has(object.table))
          added.push({ ...object, migration, order: added.length })
      }
    }
  } finally {
    await db.destroy()
  }
  return added
}

const dropOrder = ['trigger', 'index', 'column', 'table']

/** Tables last and the newest first, because a foreign key points to an older one. */
function compareForDrop(a: AddedObject, b: AddedObject): number {
  return dropOrder.indexOf(a.type) - dropOrder.indexOf(b.type) || b.order - a.order
}

function toDrop({ type, name, table }: SchemaObject): string {
  return type === 'column'
    ? `alter table "${table}" drop column "${name}"`
    : `drop ${type} if exists "${name}"`
}
