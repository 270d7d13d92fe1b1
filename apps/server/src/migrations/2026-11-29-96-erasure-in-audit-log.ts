import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Lets an erasure take the free text out of the audit log, and nothing else be changed. Filters of exports from before
 * this version hold what staff looked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await sql`drop trigger ${sql.raw(isSqlite ? 'audit_log_no_update' : 'audit_log_append_only on audit_log')}`.execute(
    db,
  )
  await sql`update audit_log set after = null where action = 'list.export' and after like '%"q":%'`.execute(
    db,
  )
  for (const statement of isSqlite ? sqliteTriggers : postgresTriggers) await statement.execute(db)
}

const fixed = [
  ...['id', 'at', 'operator', 'action', 'subject', 'operator_id', 'session_id', 'ip', 'project', 'player_id'],
  ...['order_id', 'outcome'],
]
const isErasure = sql.raw(
  [
    ...fixed.map((column) => `new.${column} is not distinct from old.${column}`),
    ...['before', 'after'].map((column) => `(new.${column} is null or new.${column} = old.${column})`),
    "(new.reason = 'Erased with the account' or new.reason is not distinct from old.reason)",
  ].join(' and '),
)

const sqliteTriggers = [
  sql`create trigger audit_log_no_update before update on audit_log when not (${isErasure})
    begin select raise(abort, 'the audit log is append-only'); end`,
]

const postgresTriggers = [
  sql`create trigger audit_log_append_only before delete or truncate on audit_log
    for each statement execute function refuse_audit_log_change()`,
  sql`create trigger audit_log_no_update before update on audit_log
    for each row when (not (${isErasure})) execute function refuse_audit_log_change()`,
]
