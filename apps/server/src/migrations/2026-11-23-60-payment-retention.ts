import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhooks_delivered on webhooks (delivered_at) where state = 'delivered'`.execute(db)
  await sql`create index provider_events_received on provider_events (received_at)`.execute(db)
}
