import { insightDimensions } from '@playhub/contract/insights/limits'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { addDays, dayIn } from '../platform/time-zone.ts'

const keptDays = 400
/** A cohort is followed for 90 days, and compared with the year before. */
const keptCohortDays = 800

type Folded = {
  table: string
  keys: string[]
  sums: string[]
  /** Begins the index. */
  dimensions?: readonly string[]
}

const folded: Folded[] = [
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

/** Adds old days to the first day of their month, once the whole month is old, and deletes old cohorts. */
export async function foldInsights({ db, clock, timeZone }: { db: Db; clock: Clock; timeZone: string }) {
  const today = dayIn(timeZone, clock.now())
  const before = `${addDays(today, -keptDays).slice(0, 7)}-01`
  for (const rows of folded)
    for (const project of await listProjects(db, rows)) await foldProject(db, rows, project, before)
  for (const project of await listProjects(db, { table: 'cohort_days' }))
    await db
      .deleteFrom('cohortDays')
      .where('project', '=', project)
      .where('firstDay', '<', addDays(today, -keptCohortDays))
      .execute()
}

const isAmong = (dimensions: readonly string[] = []) =>
  dimensions.length === 0 ? sql`1 = 1` : sql`dimension in (${sql.join(dimensions)})`

/** Jumps from one project to the next in the index: there are few, with many rows each. */
async function listProjects(
  db: Db,
  { table, dimensions }: Pick<Folded, 'table' | 'dimensions'>,
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

async function foldProject(db: Db, rows: Folded, project: string, before: string): Promise<void> {
  for (;;) {
    const found = await sql<{ day: string }>`
      select day from ${sql.table(rows.table)}
      where ${isAmong(rows.dimensions)} and project = ${project} and day < ${before} and day not like '%-01' limit 1`.execute(
      db,
    )
    const day = found.rows[0]?.day
    if (day === undefined) return
    await foldMonth(db, rows, project, day.slice(0, 7))
  }
}

/** One transaction, so a dying hub counts nothing twice. */
function foldMonth(
  db: Db,
  { table, keys, sums, dimensions }: Folded,
  project: string,
  month: string,
): Promise<void> {
  const first = `${month}-01`
  const columns = (names: string[]) => sql.join(names.map((name) => sql.ref(name)))
  const days = sql`${isAmong(dimensions)} and project = ${project} and day > ${first} and day <= ${`${month}-31`}`
  return transact(db, async (tx) => {
    await sql`
      insert into ${sql.table(table)} (project, day, ${columns([...keys, ...sums])})
      select project, ${sql.lit(first)}, ${columns(keys)},
        ${sql.join(sums.map((name) => sql`sum(${sql.ref(name)})`))}
      from ${sql.table(table)} where ${days} group by project, ${columns(keys)}
      on conflict (project, day, ${columns(keys)}) do update set
        ${sql.join(sums.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`.execute(
      tx,
    )
    await sql`delete from ${sql.table(table)} where ${days}`.execute(tx)
  })
}
