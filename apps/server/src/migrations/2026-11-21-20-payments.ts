import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`create table orders (
    id text primary key,
    player_id text not null,
    project text not null,
    item_id text not null,
    title_ru text not null,
    title_en text not null,
    price_rub_minor bigint not null check (price_rub_minor > 0),
    price_usd_minor bigint not null check (price_usd_minor > 0),
    language text not null,
    status text not null check (status in ('none', 'pending', 'paid', 'fail')),
    provider text,
    currency text,
    amount_minor bigint,
    created_at bigint not null,
    started_at bigint,
    paid_at bigint,
    paid_attempt_id text,
    refunded_minor bigint not null,
    metadata text not null,
    constraint orders_paid_complete check (
      status <> 'paid'
      or (paid_at is not null and provider is not null and currency is not null and amount_minor is not null)
    )
  )`,
  sql`create index orders_of_player on orders (player_id, id)`,
  sql`create index orders_started_of_player_in_project on orders (player_id, project, id)
    where started_at is not null`,
  sql`create index orders_pending on orders (started_at) where status = 'pending'`,

  sql`create table attempts (
    id text primary key,
    order_id text not null references orders (id),
    provider text not null,
    provider_payment_id text,
    amount_minor bigint not null check (amount_minor > 0),
    currency text not null,
    state text not null check (state in ('open', 'succeeded', 'failed', 'cancelled')),
    receipt_email text,
    paid_with text,
    review_reason text,
    checked_at bigint not null,
    next_check_at bigint not null,
    created_at bigint not null,
    closed_at bigint,
    superseded_at bigint,
    next_totals_check_at bigint,
    reconciled_at bigint,
    constraint attempts_at_provider unique (provider, provider_payment_id)
  )`,
  sql`create index attempts_of_order on attempts (order_id)`,
  // A lock: an order is open at one provider at a time.
  sql`create unique index attempts_one_open on attempts (order_id) where state = 'open'`,
  sql`create index attempts_to_check on attempts (next_check_at) where state = 'open'`,
  sql`create index attempts_superseded on attempts (next_check_at) where superseded_at is not null`,
  sql`create index attempts_to_compare on attempts (next_totals_check_at) where next_totals_check_at is not null`,

  sql`create table provider_events (
    id text primary key,
    provider text not null,
    event_key text not null,
    kind text not null,
    provider_payment_id text,
    raw text not null,
    received_at bigint not null,
    constraint provider_events_once unique (provider, event_key)
  )`,
  sql`create index provider_events_of_payment on provider_events (provider_payment_id)`,

  sql`create table purchases (
    id text primary key,
    order_id text not null unique references orders (id),
    player_id text not null,
    project text not null,
    item_id text not null,
    state text not null check (state in ('granted', 'frozen', 'consumed', 'revoked')),
    created_at bigint not null,
    consumed_at bigint
  )`,
  sql`create index purchases_of_player on purchases (player_id, state, project)`,
  sql`create index purchases_of_project on purchases (project, id)`,

  sql`create table refunds (
    id text primary key,
    order_id text not null references orders (id),
    attempt_id text not null references attempts (id),
    request_key text not null,
    amount_minor bigint not null check (amount_minor > 0),
    currency text not null,
    reason text not null,
    requested_by text not null check (requested_by in ('game', 'operator', 'hub', 'provider')),
    state text not null check (state in ('pending', 'succeeded', 'failed')),
    provider_refund_id text,
    error text,
    created_at bigint not null,
    sent_at bigint,
    next_check_at bigint,
    settled_at bigint,
    mailed_at bigint,
    constraint refunds_once unique (order_id, request_key),
    constraint refunds_at_provider unique (attempt_id, provider_refund_id)
  )`,
  sql`create index refunds_to_check on refunds (next_check_at) where next_check_at is not null`,

  sql`create table disputes (
    id text primary key,
    order_id text not null references orders (id),
    attempt_id text not null references attempts (id),
    provider_dispute_id text not null,
    amount_minor bigint not null,
    currency text not null,
    reason text not null,
    state text not null check (state in ('open', 'won', 'lost')),
    opened_at bigint not null,
    settled_at bigint,
    next_check_at bigint,
    constraint disputes_once unique (attempt_id, provider_dispute_id)
  )`,
  sql`create index disputes_of_order on disputes (order_id)`,
  sql`create index disputes_to_check on disputes (next_check_at) where next_check_at is not null`,

  // One webhook per order for its payment, and one for every refund or dispute state change.
  sql`create table webhooks (
    id text primary key,
    order_id text not null references orders (id),
    project text not null,
    player_id text not null,
    type text not null,
    subject text not null,
    body text not null,
    state text not null check (state in ('waiting', 'delivered', 'dead')),
    attempts integer not null,
    last_error text,
    next_try_at bigint not null,
    leased_until bigint not null,
    created_at bigint not null,
    delivered_at bigint,
    constraint webhooks_once unique (order_id, type, subject)
  )`,
  sql`create index webhooks_waiting on webhooks (project, player_id, id) where state = 'waiting'`,
  sql`create index webhooks_dead on webhooks (project, id) where state = 'dead'`,

  sql`create table receipts (
    id text primary key,
    order_id text not null unique references orders (id),
    number text not null unique,
    content text not null,
    email text,
    mailed_at bigint,
    created_at bigint not null
  )`,
]
