import { currencies } from '@playhub/contract'
import { type InsightDimension, visitSources } from '@playhub/contract/insights/limits'
import type { BuildHealth, DetailedDay, InsightPart, Insights } from '@playhub/contract/insights/shapes'
import { allProjects } from '@playhub/contract/operator'
import { sql } from 'kysely'
import { listActivations } from '../../builds/index.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import { countPayingPlayers } from '../../payments/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addDays, dayIn, listDayNames, parseDays } from '../../platform/time-zone.ts'
import { readBuildHealth } from '../health/build-health.ts'
import { findQuantile } from '../load-buckets.ts'
import { type Measure, measures, noCounts } from '../tables.ts'
import { listRowDays } from '../week-sums.ts'
import { listSalesDays } from './sales-days.ts'

export type InsightDeps = { db: Db; clock: Clock; catalogue: Pick<Catalogue, 'content' | 'projects'> }

/** @property projects  Undefined: all. */
export type InsightQuery = {
  projects: string[] | undefined
  from?: string | undefined
  to?: string | undefined
}

type Period = { projects: string[] | undefined; from: string; to: string }
/** @property rowDays  Names of the rows that have the period's sums. */
type SummedPeriod = Period & { rowDays: string[] }

const defaultDays = 30
/** Two years. */
const maxDays = 800
/** No hub is older. Years of more or less than four digits are no days, either. */
const firstDay = '2010-01-01'
/** Named sources; the others are together. */
const maxSources = 50

type ReadHealth = (projects: string[] | undefined) => Promise<BuildHealth[]>

/**
 * The figures of some days and of as many before them.
 * @throws Refusal BODY_INVALID for days that do not exist, or more than 800
 */
export async function readInsights(
  deps: InsightDeps,
  { hasMoney, ...query }: InsightQuery & { hasMoney: boolean },
  readHealth: ReadHealth = (projects) => readBuildHealth(deps, projects),
): Promise<Insights> {
  const { db, catalogue } = deps
  const { timeZone, insights } = catalogue.content().hub
  const period = toPeriod(deps, query)
  const { projects, from, to } = period
  const summed = { ...period, rowDays: await listRowDays(db, period) }
  const length = countDays(from, to)
  const before = { projects, from: addDays(from, -length), to: addDays(from, -1) }
  // One after another: a screen takes one connection of the few.
  const days = await listDays(deps, { projects, from: before.from, to }, hasMoney)
  const payers = await countPayers(db, period, timeZone)
  const payersBefore = await countPayers(db, before, timeZone)
  const retention = await listRetention(db, period)
  const parts = await listParts(db, summed)
  const loadTimes = await listLoadTimes(db, summed)
  const events = await listEvents(db, summed)
  const marks = await listMarks(deps, period, timeZone)
  const health = await readHealth(projects)
  return {
    ...{ timeZone, isOn: insights === 'on', hasMoney, from, to, payers, payersBefore },
    days: days.slice(length),
    before: days.slice(0, length),
    ...{ retention, parts, loadTimes, events, marks, health },
  }
}

/** Days and retention for game servers. */
export async function readInsightDays(deps: InsightDeps, query: InsightQuery) {
  const period = toPeriod(deps, query)
  const days = await listDays(deps, period, true)
  return { days, retention: await listRetention(deps.db, period) }
}

function toPeriod({ clock, catalogue }: InsightDeps, { projects, from, to }: InsightQuery): Period {
  const zone = catalogue.content().hub.timeZone
  const today = dayIn(zone, clock.now())
  const last = to ?? today
  const first = from ?? addDays(last, 1 - defaultDays)
  const isKnown = first >= firstDay && last <= addDays(today, maxDays)
  if (!isKnown || !parseDays(first, last, zone) || countDays(first, last) > maxDays)
    throw Refusal.forFields([
      { field: 'to', issue: 'invalid', message: `The period must have from 1 to ${maxDays} days` },
    ])
  return { projects, from: first, to: last }
}

const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

const sums = measures.map((measure) => sql<number>`cast(sum(${sql.ref(measure)}) as bigint)`.as(measure))

const toNumbers = (row: Record<Measure, number | string>) =>
  Object.fromEntries(measures.map((measure) => [measure, Number(row[measure])])) as Record<Measure, number>

/** All projects have rows of their own. */
const toRows = (projects: string[] | undefined) => toInList(projects ?? [allProjects])

/** Every day of the period, in order. */
async function listDays(deps: InsightDeps, period: Period, hasMoney: boolean): Promise<DetailedDay[]> {
  const zone = deps.catalogue.content().hub.timeZone
  const rows = await deps.db
    .selectFrom('insightDays')
    .where('dimension', '=', 'all')
    .where('project', 'in', toRows(period.projects))
    .where('day', '>=', period.from)
    .where('day', '<=', period.to)
    .select(['day', ...sums])
    .groupBy('day')
    .execute()
  const sales = await listSalesDays(deps, { ...period, zone })
  const byDay = new Map(rows.map((row) => [row.day, toNumbers(row)]))
  const salesByDay = Map.groupBy(sales, ({ day }) => day)
  return listDayNames(period.from, period.to).map((day) => ({
    day,
    ...noCounts,
    ...byDay.get(day),
    ...sumSales(salesByDay.get(day) ?? [], hasMoney),
  }))
}

type Sales = Awaited<ReturnType<typeof listSalesDays>>

function sumSales(rows: Sales, hasMoney: boolean) {
  const add = (field: keyof Sales[number] & `${string}s`) =>
    rows.reduce((total, row) => total + Number(row[field]), 0)
  const sumMoney = (field: keyof Sales[number] & `${string}Minor`) =>
    currencies.flatMap((currency) => {
      const amountMinor = rows
        .filter((row) => row.currency === currency)
        .reduce((total, row) => total + Number(row[field]), 0)
      return amountMinor === 0 || !hasMoney ? [] : [{ amountMinor, currency }]
    })
  return {
    checkouts: add('checkouts'),
    paidOrders: add('paidOrders'),
    payingPlayers: add('payingPlayers'),
    firstPayers: add('firstPayers'),
    revenue: sumMoney('revenueMinor'),
    discount: sumMoney('discountMinor'),
    refunded: sumMoney('refundedMinor'),
  }
}

function countPayers(db: Db, { projects, from, to }: Period, zone: string): Promise<number> {
  const period = parseDays(from, to, zone)
  return period ? countPayingPlayers(db, { ...period, projects }) : Promise.resolve(0)
}

async function listRetention(db: Db, { projects, from, to }: Period): Promise<Insights['retention']> {
  const rows = await db
    .selectFrom('cohortDays')
    .select(['firstDay', 'dayNumber', ({ fn }) => fn.sum<number>('count').as('count')])
    .where('project', 'in', toRows(projects))
    // By name: most rows of a range have other numbers.
    .where('firstDay', 'in', listDayNames(from, to))
    .where('dayNumber', 'in', [0, 1, 7, 30])
    .groupBy(['firstDay', 'dayNumber'])
    .execute()
  return [...Map.groupBy(rows, ({ firstDay }) => firstDay)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([firstDay, days]) => {
      const read = (number: number) => Number(days.find(({ dayNumber }) => dayNumber === number)?.count ?? 0)
      const players = read(0)
      // Browsers tell their days: no more can come back than have come.
      const count = (number: number) => Math.min(players, read(number))
      return players === 0 ? [] : [{ firstDay, players, d1: count(1), d7: count(7), d30: count(30) }]
    })
}

/** Numbers of builds mean nothing across projects. */
const isOneProject = ({ projects }: Period) => projects?.length === 1

async function listParts(db: Db, period: SummedPeriod): Promise<InsightPart[]> {
  const dimensions: InsightDimension[] = ['device', 'language', 'source', 'player']
  if (isOneProject(period)) dimensions.push('build')
  const rows = await db
    .selectFrom('insightDays')
    .where('dimension', 'in', dimensions)
    .where('project', 'in', toRows(period.projects))
    .where('day', 'in', period.rowDays)
    .select(['dimension', 'value', ...sums])
    .groupBy(['dimension', 'value'])
    .execute()
  const parts = rows
    .map((row) => ({
      ...{ dimension: row.dimension as InsightDimension, value: row.value },
      ...toNumbers(row),
    }))
    .toSorted((one, other) => other.plays - one.plays || other.views - one.views)
  return foldSources(parts)
}

function foldSources(parts: InsightPart[]): InsightPart[] {
  const isNamed = ({ dimension, value }: InsightPart) =>
    dimension === 'source' && !(visitSources as readonly string[]).includes(value)
  const folded = new Set(parts.filter(isNamed).slice(maxSources))
  if (folded.size === 0) return parts
  const rare = parts.find(({ dimension, value }) => dimension === 'source' && value === 'rare')
  const all = rare ? [...folded, rare] : [...folded]
  const total = { ...noCounts }
  for (const part of all) for (const measure of measures) total[measure] += part[measure]
  const kept = parts.filter((part) => !all.includes(part))
  return [...kept, { dimension: 'source', value: 'rare', ...total }]
}

async function listLoadTimes(db: Db, period: SummedPeriod): Promise<Insights['loadTimes']> {
  const rows = await db
    .selectFrom('insightLoads')
    .select(['buildNumber', 'bucket', ({ fn }) => fn.sum<number>('count').as('count')])
    .where('project', 'in', toRows(period.projects))
    .where('day', 'in', period.rowDays)
    .groupBy(['buildNumber', 'bucket'])
    .execute()
  const toTimes = (buildNumber: number | null, loads: typeof rows) => {
    const counts = new Map<number, number>()
    for (const { bucket, count } of loads) counts.set(bucket, (counts.get(bucket) ?? 0) + Number(count))
    return {
      buildNumber,
      loads: [...counts.values()].reduce((total, count) => total + count, 0),
      p50Ms: findQuantile(counts, 0.5),
      p90Ms: findQuantile(counts, 0.9),
    }
  }
  if (rows.length === 0) return []
  const builds = isOneProject(period) ? Map.groupBy(rows, (row) => row.buildNumber) : []
  return [toTimes(null, rows), ...[...builds].map(([number, loads]) => toTimes(number, loads))]
}

/** Names of events, too, mean nothing across projects. */
async function listEvents(db: Db, period: SummedPeriod): Promise<Insights['events']> {
  if (!isOneProject(period)) return []
  const rows = await db
    .selectFrom('insightEvents')
    .select(({ fn }) => [
      ...(['name', 'buildNumber'] as const),
      fn.sum<number>('count').as('count'),
      fn.sum<number>('sum').as('sum'),
    ])
    .where('project', 'in', toRows(period.projects))
    .where('day', 'in', period.rowDays)
    .groupBy(['name', 'buildNumber'])
    .orderBy('name')
    .orderBy('buildNumber')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count), sum: Number(row.sum) }))
}

async function listMarks(
  { db, catalogue }: InsightDeps,
  { projects, from, to }: Period,
  zone: string,
): Promise<Insights['marks']> {
  const period = parseDays(from, to, zone)
  if (!period) return []
  const builds = (await listActivations(db, { ...period, projects })).map(
    ({ project, number, label, activatedAt }) => ({
      ...{ day: dayIn(zone, activatedAt), kind: 'build' as const, project },
      name: label ?? String(number),
    }),
  )
  const offers = catalogue
    .projects()
    .flatMap(({ id, offers: all }) =>
      projects === undefined || projects.includes(id)
        ? all.flatMap((offer) =>
            offer.from === undefined || offer.from < period.from || offer.from >= period.until
              ? []
              : [{ day: dayIn(zone, offer.from), kind: 'offer' as const, project: id, name: offer.id }],
          )
        : [],
    )
  return [...builds, ...offers].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}
