import { insightDimensions } from '@playhub/contract/insights/limits'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { addDays } from '../platform/time-zone.ts'

/** A table with sums by day. */
export type DayTable = {
  table: string
  keys: string[]
  sums: string[]
  /** Begins the index. */
  dimensions?: readonly string[]
}

export const dayTables: DayTable[] = [
  {
    table: 'insight_days',
    dimensions: ['all', ...insightDimensions],
    keys: ['dimension', 'value'],
    sums: [
      ...['views', 'plays', 'players', 'new_players', 'play_seconds', 'loads', 'kept_plays'],
      ...['crashed_plays', 'failed_plays', 'shop_opens'],
    ],
  },
  { table: 'insight_loads', keys: ['build_number', 'bucket'], sums: ['count'] },
  { table: 'insight_events', keys: ['build_number', 'name'], sums: ['count', 'sum'] },
]

const keptDays = 400

/** Days before this one are kept by month. */
export const findFirstKeptDay = (today: string): string => `${addDays(today, -keptDays).slice(0, 7)}-01`

export type Days = { project: string; from: string; to: string }

export const isWithin = ({ dimensions }: DayTable, { project, from, to }: Days) =>
  sql`${isAmong(dimensions)} and project = ${project} and day >= ${from} and day <= ${to}`

/** Adds the sums of some days to the rows of a day or week. */
export async function addUpDays(tx: Db, rows: DayTable, days: Days, name: string): Promise<void> {
  const { table, keys, sums } = rows
  const columns = (names: string[]) => sql.join(names.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (project, day, ${columns([...keys, ...sums])})
    select project, ${sql.lit(name)}, ${columns(keys)},
      ${sql.join(sums.map((column) => sql`sum(${sql.ref(column)})`))}
    from ${sql.table(table)} where ${isWithin(rows, days)} group by project, ${columns(keys)}
    on conflict (project, day, ${columns(keys)}) do update set
      ${sql.join(sums.map((column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`))}`.execute(
    tx,
  )
}

export const isAmong = (dimensions: readonly string[] = []) =>
  dimensions.length === 0 ? sql`1 = 1` : sql`dimension in (${sql.join(dimensions)})`

/** Jumps from one project to the next in the index: there are few, with many rows each. */
export async function listProjects(
  db: Db,
  { table, dimensions }: Pick<DayTable, 'table' | 'dimensions'>,
): Promise<string[]> {
  const projects: string[] = []
  for (;;) {
    const { rows } = await sql<{ project: string }>`
      select project from ${sql.table(table)}
      where ${isAmong(dimensions?.slice(0, 1))} and project > ${projects.at(-1) ?? ''}
      order by project limit 1`.execute(db)
    const next = rows[0]?.project
    if (next === undefined) return projects
    projects.push(next)
  }
}
