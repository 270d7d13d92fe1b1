import { type Kysely, sql } from 'kysely'

/** Lets the audit log tell which operator acted, on whom, from where, and what was refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = ['operator_id', 'session_id', 'ip', 'project', 'player_id', 'order_id'] as const
  for (const column of columns) await db.schema.alterTable('audit_log').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('audit_log')
    .addColumn('outcome', 'text', (column) => column.notNull().defaultTo('done'))
    .execute()
  const indexes = { operator_id: 'operators', player_id: 'players', order_id: 'orders' } as const
  for (const [column, name] of Object.entries(indexes)) {
    await db.schema
      .createIndex(`audit_log_of_${name}`)
      .on('audit_log')
      .columns([column, 'id'])
      .where(sql.ref(column), 'is not', null)
      .execute()
  }
  await db.schema.createIndex('audit_log_of_action').on('audit_log').columns(['action', 'id']).execute()
}
