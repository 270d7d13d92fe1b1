import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Earlier versions delete unused orders without knowing their uses of offers, hence the cascade. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const statement of isSqlite ? rebuildTable : replaceConstraint) await statement.execute(db)
}

const replaceConstraint = [
  sql`alter table offer_uses drop constraint offer_uses_order_id_fkey`,
  sql`alter table offer_uses add constraint offer_uses_order_id_fkey
    foreign key (order_id) references orders (id) on delete cascade`,
]

/** SQLite changes no foreign key of a table. */
const rebuildTable = [
  sql`create table offer_uses_with_cascade (
    id text primary key,
    project text not null,
    offer_id text not null,
    code_id text references offer_codes (id),
    player_id text not null,
    slot text not null,
    order_id text not null references orders (id) on delete cascade,
    state text not null check (state in ('reserved', 'used', 'released', 'over')),
    created_at bigint not null
  )`,
  sql`insert into offer_uses_with_cascade
    (id, project, offer_id, code_id, player_id, slot, order_id, state, created_at)
    select id, project, offer_id, code_id, player_id, slot, order_id, state, created_at from offer_uses`,
  sql`drop table offer_uses`,
  sql`alter table offer_uses_with_cascade rename to offer_uses`,
  sql`create unique index offer_uses_slots on offer_uses (project, offer_id, player_id, slot)
    where state in ('reserved', 'used')`,
  sql`create index offer_uses_of_order on offer_uses (order_id)`,
  sql`create index offer_uses_of_offer on offer_uses (project, offer_id, id)`,
  sql`create index offer_uses_of_code on offer_uses (code_id) where code_id is not null`,
  sql`create index offer_uses_reserved on offer_uses (created_at) where state = 'reserved'`,
]
