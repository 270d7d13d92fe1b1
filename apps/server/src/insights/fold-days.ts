import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { addDays, dayIn } from '../platform/time-zone.ts'
import {
  addUpDays,
  type DayTable,
  dayTables,
  findFirstKeptDay,
  isAmong,
  isWithin,
  listProjects,
} from './day-tables.ts'
import { deleteWeeks } from './week-sums.ts'

/** A cohort is followed for 90 days, and compared with the year before. */
const keptCohortDays = 800

/** Adds old days to the first day of their month, once the whole month is old, and deletes old cohorts. */
export async function foldInsights({ db, clock, timeZone }: { db: Db; clock: Clock; timeZone: string }) {
  const today = dayIn(timeZone, clock.now())
  const before = findFirstKeptDay(today)
  await deleteWeeks(db, before)
  for (const rows of dayTables)
    for (const project of await listProjects(db, rows)) await foldProject(db, rows, project, before)
  for (const project of await listProjects(db, { table: 'cohort_days' }))
    await db
      .deleteFrom('cohortDays')
      .where('project', '=', project)
      .where('firstDay', '<', addDays(today, -keptCohortDays))
      .execute()
}

async function foldProject(db: Db, rows: DayTable, project: string, before: string): Promise<void> {
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
function foldMonth(db: Db, rows: DayTable, project: string, month: string): Promise<void> {
  const days = { project, from: `${month}-02`, to: `${month}-31` }
  return transact(db, async (tx) => {
    await addUpDays(tx, rows, days, `${month}-01`)
    await sql`delete from ${sql.table(rows.table)} where ${isWithin(rows, days)}`.execute(tx)
  })
}
