import { type InsightDimension, visitSources } from '@playhub/contract/insights/limits'
import { allProjects } from '@playhub/contract/operator'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import {
  type CohortDayRow,
  type InsightDayRow,
  type InsightEventRow,
  type InsightLoadRow,
  type Measure,
  measures,
  noCounts,
} from './tables.ts'
import type { Place } from './visits.ts'

/** Something to add to a day's figures. */
export type DayCount = Place & {
  project: string
  day: string
  /** Null where no build was opened. */
  buildNumber: number | null
  /** Null where it is not known. */
  player: 'new' | 'returning' | null
  /** The client, as limits count it. */
  network: string
  counts: Partial<Record<Measure, number>>
}

/** Hosts named a day and project. */
const maxSources = 50
const classes: readonly string[] = visitSources

/** Lets a network name so many new hosts a day: anybody can name one. */
export type AdmitSource = (subject: string) => boolean

/** Adds to every dimension. */
export async function addDayCounts(tx: Db, dayCounts: DayCount[], admitSource: AdmitSource): Promise<void> {
  if (dayCounts.length === 0) return
  await limitSources(tx, dayCounts, admitSource)
  const rows = dayCounts.flatMap((dayCount) => {
    const { project, day, counts } = dayCount
    return listPlaces(dayCount).map(
      ([dimension, value]): InsightDayRow => ({ dimension, project, day, value, ...noCounts, ...counts }),
    )
  })
  const ofAll = rows.filter(({ dimension }) => dimension !== 'build').map(toAllProjects)
  await addRows(tx, 'insightDays', [...rows, ...ofAll], ['dimension', 'project', 'day', 'value'], measures)
}

/** Summed on write, so reads of all projects stay cheap. */
const toAllProjects = <Row extends { project: string }>(row: Row): Row => ({ ...row, project: allProjects })

type Part = [InsightDimension | 'all', string]

function listPlaces({ buildNumber, device, language, source, player }: DayCount): Part[] {
  const parts: Part[] = [
    ['all', ''],
    ['device', device],
    ['language', language],
    ['source', source],
  ]
  if (buildNumber !== null) parts.push(['build', String(buildNumber)])
  if (player !== null) parts.push(['player', player])
  return parts
}

/** Hosts beyond a limit become `rare`, so that made-up ones fill no table. */
async function limitSources(tx: Db, dayCounts: DayCount[], admitSource: AdmitSource): Promise<void> {
  const named = dayCounts.filter(({ source }) => !classes.includes(source))
  for (const ofDay of Map.groupBy(named, ({ project, day }) => `${project} ${day}`).values()) {
    const [{ project, day } = { project: '', day: '' }] = ofDay
    const stored = await tx
      .selectFrom('insightDays')
      .select('value')
      .where('dimension', '=', 'source')
      .where('project', '=', project)
      .where('day', '=', day)
      .execute()
    const known = new Set(stored.map(({ value }) => value))
    for (const dayCount of ofDay) {
      if (known.has(dayCount.source)) continue
      if (known.size < maxSources + classes.length && admitSource(`${project} ${dayCount.network}`))
        known.add(dayCount.source)
      else dayCount.source = 'rare'
    }
  }
}

export const addLoads = (tx: Db, rows: InsightLoadRow[]) =>
  addRows(
    tx,
    'insightLoads',
    [...rows, ...rows.map((row) => ({ ...toAllProjects(row), buildNumber: 0 }))],
    ['project', 'day', 'buildNumber', 'bucket'],
    ['count'],
  )

export const addEvents = (tx: Db, rows: InsightEventRow[]) =>
  addRows(tx, 'insightEvents', rows, ['project', 'day', 'buildNumber', 'name'], ['count', 'sum'])

export const addCohorts = (tx: Db, rows: CohortDayRow[]) =>
  addRows(
    tx,
    'cohortDays',
    [...rows, ...rows.map(toAllProjects)],
    ['project', 'firstDay', 'dayNumber'],
    ['count'],
  )

const tableNames = {
  insightDays: 'insight_days',
  insightLoads: 'insight_loads',
  insightEvents: 'insight_events',
  cohortDays: 'cohort_days',
} as const

/** Stays below the limit of parameters in one statement. */
const rowsPerStatement = 500

/** Adds sums to the rows with the same key. Rows with one key are added up first, and sorted as every hub locks them. */
async function addRows<Row extends object>(
  tx: Db,
  table: keyof typeof tableNames,
  rows: Row[],
  keys: (keyof Row & string)[],
  sums: readonly (keyof Row & string)[],
): Promise<void> {
  const toKey = (row: Row) => keys.map((key) => String(row[key])).join(' ')
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const known = merged.get(toKey(row))
    const added = known && Object.fromEntries(sums.map((sum) => [sum, Number(known[sum]) + Number(row[sum])]))
    merged.set(toKey(row), { ...row, ...added })
  }
  const sorted = [...merged].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const added = Object.fromEntries(
    sums.map((sum) => [
      sum,
      sql`${sql.ref(`${tableNames[table]}.${toColumn(sum)}`)} + ${sql.ref(`excluded.${toColumn(sum)}`)}`,
    ]),
  )
  for (let first = 0; first < sorted.length; first += rowsPerStatement)
    await tx
      .insertInto(table)
      .values(sorted.slice(first, first + rowsPerStatement) as never)
      .onConflict((known) => known.columns(keys as never).doUpdateSet(added as never))
      .execute()
}
