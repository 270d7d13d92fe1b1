import { type Kysely, sql } from 'kysely'

/** Figures by business day, without identity; a play's counted state; players' first and last days; the weekly email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of playColumns)
    await db.schema
      .alterTable('play_sessions')
      .addColumn(column, 'integer', (integer) => integer.notNull().defaultTo(0))
      .execute()
  for (const column of ['first_day', 'last_day'] as const)
    await db.schema.alterTable('library_games').addColumn(column, 'text').execute()
  // The first day of a player from before is unknown, so they are neither new nor in a cohort.
  await sql`update library_games set last_day = '1970-01-01' where played_at is not null`.execute(db)
  await db.schema
    .alterTable('operators')
    .addColumn('has_weekly_report', 'integer', (integer) => integer.notNull().defaultTo(0))
    .execute()
  for (const statement of statements) await statement.execute(db)
}

const playColumns = [
  ...(['counting', 'is_new', 'has_loaded', 'has_crashed', 'has_failed'] as const),
  ...(['shop_opens', 'part', 'events'] as const),
]

const statements = [
  sql`create table insight_days (
    dimension text not null,
    project text not null,
    day text not null,
    value text not null,
    views bigint not null,
    plays bigint not null,
    players bigint not null,
    new_players bigint not null,
    play_seconds bigint not null,
    loads bigint not null,
    kept_plays bigint not null,
    crashed_plays bigint not null,
    failed_plays bigint not null,
    shop_opens bigint not null,
    primary key (dimension, project, day, value)
  )`,
  sql`create table insight_loads (
    project text not null,
    day text not null,
    build_number bigint not null,
    bucket bigint not null,
    count bigint not null,
    primary key (project, day, build_number, bucket)
  )`,
  sql`create table insight_events (
    project text not null,
    day text not null,
    build_number bigint not null,
    name text not null,
    count bigint not null,
    sum double precision not null,
    primary key (project, day, build_number, name)
  )`,
  sql`create table cohort_days (
    project text not null,
    first_day text not null,
    day_number bigint not null,
    count bigint not null,
    primary key (project, first_day, day_number)
  )`,
  // Sums of orders, so that a year is read without them. A row without a project tells that the day was summed.
  sql`create table insight_sales (
    zone text not null,
    day text not null,
    project text not null,
    currency text not null,
    checkouts bigint not null,
    paid_orders bigint not null,
    paying_players bigint not null,
    first_payers bigint not null,
    revenue_minor bigint not null,
    discount_minor bigint not null,
    refunded_minor bigint not null,
    primary key (zone, day, project, currency)
  )`,
]
