import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '@playhub/server/clock'
import type { Context } from '@playhub/server/context'
import { sumWeeks } from '@playhub/server/insight-weeks'
import { sql } from 'kysely'
import { runAll, writeSql } from '../many-orders/fill-orders.ts'
import type { Dialect } from '../selling-hub.ts'

export const projects = Array.from({ length: 30 }, (_, number) => `game-${number + 1}`)

const days = 365
/** Values of each dimension on a full day. */
const values = {
  all: [''],
  build: ['1', '2', '3'],
  device: ['phone', 'tablet', 'desktop'],
  language: ['ru', 'en', 'de', 'kk'],
  player: ['new', 'returning'],
  source: [
    ...['own', 'search', 'direct', 'rare'],
    ...Array.from({ length: 50 }, (_, n) => `host-${n}.example.org`),
  ],
}
const builds = values.build.length
/** Load times from a second to a minute. */
const buckets = 40
const cohortDays = 91
const events = 10

/** Thirty games without items of their own. */
export function writeProjects(dir: string): void {
  cpSync('content', dir, { recursive: true })
  const withoutItems = /^items:[\s\S]*?^(?=game:)/m
  const yaml = readFileSync('content/projects/skyport.yaml', 'utf8').replace(withoutItems, '')
  for (const project of projects) writeFileSync(join(dir, `projects/${project}.yaml`), yaml)
}

/** A year in which every game is played every day, in every way. */
export async function fillInsights(context: Context, dialect: Dialect): Promise<void> {
  const { numbers } = writeSql(dialect)
  const day = (nth: ReturnType<typeof sql>) =>
    dialect === 'postgres'
      ? sql`to_char(current_date - (${nth})::int, 'YYYY-MM-DD')`
      : sql`date('now', '-' || (${nth}) || ' days')`
  const project = sql`'game-' || (n % ${sql.lit(projects.length)} + 1)`
  const place = sql`(n / ${sql.lit(projects.length)})`
  const of = (count: number) => projects.length * days * count
  const dimensions = Object.entries(values).map(
    ([dimension, names]) => sql`
      insert into insight_days (project, day, dimension, value, views, plays, players, new_players, play_seconds,
        loads, kept_plays, crashed_plays, failed_plays, shop_opens)
      select ${project}, ${day(sql`${place} / ${sql.lit(names.length)}`)}, ${sql.lit(dimension)},
        case ${place} % ${sql.lit(names.length)} ${sql.join(
          names.map((name, index) => sql`when ${sql.lit(index)} then ${sql.lit(name)}`),
          sql` `,
        )} end,
        n % 900, n % 800, n % 500, n % 100, n % 90000, n % 790, n % 600, n % 20, n % 30, n % 70
      from ${numbers(of(names.length))}`,
  )
  await runAll(context, [
    ...dimensions,
    sql`insert into insight_loads (project, day, build_number, bucket, count)
      select ${project}, ${day(sql`${place} / ${sql.lit(builds * buckets)}`)},
        ${place} / ${sql.lit(buckets)} % ${sql.lit(builds)} + 1, 30 + ${place} % ${sql.lit(buckets)}, n % 50 + 1
      from ${numbers(of(builds * buckets))}`,
    sql`insert into cohort_days (project, first_day, day_number, count)
      select ${project}, ${day(sql`${place} / ${sql.lit(cohortDays)}`)}, ${place} % ${sql.lit(cohortDays)}, n % 90
      from ${numbers(of(cohortDays))}`,
    sql`insert into insight_events (project, day, build_number, name, count, sum)
      select ${project}, ${day(sql`${place} / ${sql.lit(builds * events)}`)},
        ${place} / ${sql.lit(events)} % ${sql.lit(builds)} + 1, 'event-' || (${place} % ${sql.lit(events)}), n % 500, n
      from ${numbers(of(builds * events))}`,
    sql`insert into insight_days (project, day, dimension, value, views, plays, players, new_players, play_seconds,
        loads, kept_plays, crashed_plays, failed_plays, shop_opens)
      select '*', day, dimension, value, sum(views), sum(plays), sum(players), sum(new_players), sum(play_seconds),
        sum(loads), sum(kept_plays), sum(crashed_plays), sum(failed_plays), sum(shop_opens)
      from insight_days where dimension <> 'build' group by day, dimension, value`,
    sql`insert into insight_loads (project, day, build_number, bucket, count)
      select '*', day, 0, bucket, sum(count) from insight_loads group by day, bucket`,
    sql`insert into cohort_days (project, first_day, day_number, count)
      select '*', first_day, day_number, sum(count) from cohort_days group by first_day, day_number`,
    sql`insert into insight_sales (zone, day, project, currency, checkouts, paid_orders, paying_players, first_payers,
        revenue_minor, discount_minor, refunded_minor)
      select 'UTC', ${day(sql`${place} / 3`)}, ${project},
        case ${place} % 3 when 0 then '' when 1 then 'RUB' else 'USD' end, n % 90, n % 40, n % 30, n % 9, n % 90000, 0, n % 900
      from ${numbers(of(3))}`,
    sql`insert into insight_sales (zone, day, project, currency, checkouts, paid_orders, paying_players, first_payers,
        revenue_minor, discount_minor, refunded_minor)
      select 'UTC', day, '*', currency, sum(checkouts), sum(paid_orders), sum(paying_players), sum(first_payers),
        sum(revenue_minor), 0, sum(refunded_minor) from insight_sales group by day, currency`,
  ])
  // The hub does so each hour.
  await sumWeeks({ db: context.db, clock: systemClock, timeZone: 'UTC' })
  await runAll(context, [sql`analyze`])
}

export async function readSizeMb({ db }: Pick<Context, 'db'>, dialect: Dialect): Promise<number> {
  const size =
    dialect === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await size.execute(db)
  return Number(rows[0]?.bytes) / 1_000_000
}
