import { type Kysely, sql } from 'kysely'

/** Orders with offers, what an order gives beside its first item, and the uses of offers and codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['list_rub_minor', 'list_usd_minor', 'price_until'] as const)
    await db.schema.alterTable('orders').addColumn(column, 'bigint').execute()
  for (const column of ['lines', 'offer_ids', 'code_id'] as const)
    await db.schema.alterTable('orders').addColumn(column, 'text').execute()
  for (const column of ['away_from', 'returned_at'] as const)
    await db.schema.alterTable('library_games').addColumn(column, 'bigint').execute()
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  // A table of its own, because hubs of earlier releases expect one purchase of an order in the other.
  sql`create table further_purchases (
    id text primary key,
    order_id text not null references orders (id),
    unit bigint not null,
    player_id text not null,
    project text not null,
    item_id text not null,
    state text not null check (state in ('granted', 'frozen', 'consumed', 'revoked')),
    created_at bigint not null,
    consumed_at bigint,
    decided_state text check (decided_state in ('granted', 'revoked')),
    constraint further_purchases_once unique (order_id, unit)
  )`,
  sql`create index further_purchases_of_player on further_purchases (player_id, state, project)`,
  sql`create index further_purchases_of_player_by_id on further_purchases (player_id, id)`,
  sql`create index further_purchases_of_project on further_purchases (project, id)`,
  sql`create view all_purchases as
    select id, order_id, 0 as unit, player_id, project, item_id, state, created_at, consumed_at, decided_state
      from purchases
    union all
    select id, order_id, unit, player_id, project, item_id, state, created_at, consumed_at, decided_state
      from further_purchases`,

  sql`create table code_batches (
    id text primary key,
    project text not null,
    offer_id text not null,
    codes bigint not null,
    created_by text not null,
    created_at bigint not null,
    revoked_at bigint
  )`,
  sql`create index code_batches_of_offer on code_batches (project, offer_id, id)`,
  sql`create table offer_codes (
    id text primary key,
    batch_id text not null references code_batches (id),
    project text not null,
    offer_id text not null,
    hash text not null,
    used bigint not null default 0,
    use_limit bigint not null,
    revoked_at bigint,
    constraint offer_codes_hash unique (project, hash),
    constraint offer_codes_within_limit check (used <= use_limit)
  )`,
  sql`create index offer_codes_of_batch on offer_codes (batch_id)`,

  sql`create table offer_uses (
    id text primary key,
    project text not null,
    offer_id text not null,
    code_id text references offer_codes (id),
    player_id text not null,
    slot text not null,
    order_id text not null references orders (id),
    state text not null check (state in ('reserved', 'used', 'released', 'over')),
    created_at bigint not null
  )`,
  // The lock: a player takes each slot of an offer once.
  sql`create unique index offer_uses_slots on offer_uses (project, offer_id, player_id, slot)
    where state in ('reserved', 'used')`,
  sql`create index offer_uses_of_order on offer_uses (order_id)`,
  sql`create index offer_uses_of_offer on offer_uses (project, offer_id, id)`,
  sql`create index offer_uses_of_code on offer_uses (code_id) where code_id is not null`,
  sql`create index offer_uses_reserved on offer_uses (created_at) where state = 'reserved'`,
]
