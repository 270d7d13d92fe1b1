import { insightDimensions } from '@playhub/contract/insights/limits'
import { allProjects } from '@playhub/contract/operator'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { addDays, dayIn } from '../platform/time-zone.ts'
import {
  addUpDays,
  type DayTable,
  dayTables,
  findFirstKeptDay,
  isWithin,
  listProjects,
} from './day-tables.ts'
import { firstWeek, noCounts, toWeek } from './tables.ts'

/** A play is reported for a day. The others are for hubs whose clocks differ. */
const changingDays = 3

/** Days of all projects are read by day. */
const weekTables: DayTable[] = dayTables.map((rows) =>
  rows.dimensions ? { ...rows, dimensions: insightDimensions } : rows,
)

/** Adds up finished weeks beside their days, so that a year is read at once. */
export async function sumWeeks({ db, clock, timeZone }: { db: Db; clock: Clock; timeZone: string }) {
  const today = dayIn(timeZone, clock.now())
  const first = await findFirstDay(db, findFirstKeptDay(today))
  if (first === undefined) return
  const summed = new Set(await listSummedWeeks(db, first, today))
  const projects = await listProjects(db, { table: 'insight_days', dimensions: ['all'] })
  for (
    let monday = findLastMonday(addDays(today, -changingDays));
    monday >= first;
    monday = addDays(monday, -7)
  )
    if (!summed.has(monday)) await sumWeek(db, projects, monday)
}

/** A day in the first week that has counts. */
async function findFirstDay(db: Db, firstKept: string): Promise<string | undefined> {
  const counted = await db
    .selectFrom('insightDays')
    .select('day')
    .where('dimension', '=', 'all')
    .where('project', '=', allProjects)
    .where('day', '>=', firstKept)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  if (!counted) return undefined
  const first = addDays(counted.day, -6)
  return first < firstKept ? firstKept : first
}

/** Begins the last week that ended before a day. */
function findLastMonday(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -7 - weekday)
}

/** Project by project, so that nothing waits for long. The last row tells that the week is summed. */
async function sumWeek(db: Db, projects: string[], monday: string): Promise<void> {
  const name = toWeek(monday)
  for (const project of projects)
    await transact(db, async (tx) => {
      for (const rows of weekTables) {
        const week = isWithin(rows, { project, from: name, to: name })
        await sql`delete from ${sql.table(rows.table)} where ${week}`.execute(tx)
        await addUpDays(tx, rows, { project, from: monday, to: addDays(monday, 6) }, name)
      }
    })
  await db
    .insertInto('insightDays')
    .values({ dimension: 'all', project: noProject, day: name, value: '', ...noCounts })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** In the row that tells that a week is summed. */
const noProject = ''

/** @returns  the first days of the summed weeks between two days */
async function listSummedWeeks(db: Db, from: string, to: string): Promise<string[]> {
  const rows = await db
    .selectFrom('insightDays')
    .select('day')
    .where('dimension', '=', 'all')
    .where('project', '=', noProject)
    .where('day', '>=', toWeek(from))
    .where('day', '<=', toWeek(addDays(to, -6)))
    .execute()
  return rows.map(({ day }) => day.slice(firstWeek.length))
}

/** @returns  names of the rows of a period: its summed weeks, and the days beside them */
export async function listRowDays(db: Db, { from, to }: { from: string; to: string }): Promise<string[]> {
  const weeks = new Set(await listSummedWeeks(db, from, to))
  const names: string[] = []
  let day = from
  while (day <= to) {
    const isWeek = weeks.has(day)
    names.push(isWeek ? toWeek(day) : day)
    day = addDays(day, isWeek ? 7 : 1)
  }
  return names
}

/** Before their days are folded: a day must not be counted in its week and in its month. */
export async function deleteWeeks(db: Db, before: string): Promise<void> {
  const weeks = { from: firstWeek, to: toWeek(addDays(before, -1)) }
  await db
    .deleteFrom('insightDays')
    .where('dimension', '=', 'all')
    .where('project', '=', noProject)
    .where('day', '<=', weeks.to)
    .execute()
  for (const rows of weekTables)
    for (const project of await listProjects(db, rows))
      await sql`delete from ${sql.table(rows.table)} where ${isWithin(rows, { ...weeks, project })}`.execute(
        db,
      )
}
