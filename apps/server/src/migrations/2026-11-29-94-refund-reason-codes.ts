import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Filed refund webhooks send a code instead of the operator's text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const requester = isSqlite
    ? sql`json_extract(body, '$.data.requestedBy')`
    : sql`body::jsonb #>> '{data,requestedBy}'`
  const code = sql`case ${requester} when 'game' then 'game-request' when 'hub' then 'paid-twice'
    when 'provider' then 'provider-refund' else 'operator-decision' end`
  const changed = isSqlite
    ? sql`json_set(body, '$.data.reason', ${code})`
    : sql`jsonb_set(body::jsonb, '{data,reason}', to_jsonb(${code}))::text`
  await sql`update webhooks set body = ${changed} where type = 'payment.refunded'`.execute(db)
}
