import { allProjects } from '@playhub/contract/operator'
import { countOrdersByDay, listSalesRows } from '../../payments/index.ts'
import { type Clock, DAY_MS } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { withQueryTimeout } from '../../platform/database/postgres-driver.ts'
import { addDays, dayIn, listDayNames, parseDays } from '../../platform/time-zone.ts'
import type { InsightSalesRow } from '../tables.ts'

/** Today and yesterday are read from the orders. */
const openDays = 2
/** Payments, refunds and disputes may still arrive for these days: they are summed again and again. */
const changingDays = 6
/** Rows and their days are kept so long. */
const keptDays = 800
/** Days summed in one run of the job, so that it never takes long. */
const daysPerRun = 60
const maxQueryMs = 10 * 1000

type Range = { from: string; to: string }

/**
 * Orders by day, project and currency. Finished days are read from their sums, the others from the orders.
 * @param projects  Undefined: all.
 */
export async function listSalesDays(
  { db, clock }: { db: Db; clock: Clock },
  { from, to, zone, projects }: Range & { zone: string; projects: string[] | undefined },
): Promise<InsightSalesRow[]> {
  const stored = await db
    .selectFrom('insightSales')
    .selectAll()
    .where('zone', '=', zone)
    // By name: a range has the rows of all projects.
    .where('day', 'in', listDayNames(from, to))
    .where('project', 'in', [allProjects, ...(projects ?? [])])
    .execute()
  const firstOpen = addDays(dayIn(zone, clock.now()), 1 - openDays)
  const summed = new Set(
    stored.filter(({ project, day }) => project === allProjects && day < firstOpen).map(({ day }) => day),
  )
  const wanted = projects ?? [allProjects]
  const rows = stored.filter(({ project, day }) => wanted.includes(project) && summed.has(day))
  for (const range of listGaps({ from, to }, summed))
    rows.push(...(await withQueryTimeout(maxQueryMs, () => sumDays(db, range, zone, projects))))
  return rows
}

/** The days that are not summed yet, as few ranges. */
function listGaps({ from, to }: Range, summed: ReadonlySet<string>): Range[] {
  const gaps: Range[] = []
  for (const day of listDayNames(from, to)) {
    if (summed.has(day)) continue
    const last = gaps.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else gaps.push({ from: day, to: day })
  }
  return gaps
}

async function sumDays(
  db: Db,
  { from, to }: Range,
  zone: string,
  projects?: string[],
): Promise<InsightSalesRow[]> {
  const period = parseDays(from, to, zone)
  if (!period) return []
  const rows = new Map<string, InsightSalesRow>()
  const getRow = (day: string, project: string, currency: string) => {
    const key = `${day} ${project} ${currency}`
    const row = rows.get(key) ?? { ...nothing, zone, day, project, currency }
    rows.set(key, row)
    return row
  }
  for (const sales of await listSalesRows(db, { ...period, zone, by: 'day', projects })) {
    const row = getRow(sales.period, sales.project, sales.currency)
    row.paidOrders += sales.orders
    row.revenueMinor += sales.soldMinor
    row.discountMinor += sales.discountMinor
    row.refundedMinor += sales.refundedMinor + sales.lostMinor
  }
  for (const { day, project, ...counts } of await countOrdersByDay(db, { ...period, zone, projects }))
    Object.assign(getRow(day, project, ''), counts)
  return [...rows.values()]
}

const nothing = {
  ...{ checkouts: 0, paidOrders: 0, payingPlayers: 0, firstPayers: 0 },
  ...{ revenueMinor: 0, discountMinor: 0, refundedMinor: 0 },
}

/** Sums finished days that are not summed yet, the newest first, and the last ones again: payments may arrive late. */
export async function sumFinishedDays({ db, clock }: { db: Db; clock: Clock }, zone: string): Promise<void> {
  const today = dayIn(zone, clock.now())
  await db
    .deleteFrom('insightSales')
    .where((row) => row.or([row('zone', '<>', zone), row('day', '<', addDays(today, -keptDays))]))
    .execute()
  const firstOrder = await db
    .selectFrom('orders')
    .select('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!firstOrder) return
  const known = await db
    .selectFrom('insightSales')
    .select('day')
    .where('project', '=', allProjects)
    .where('currency', '=', '')
    .execute()
  const summed = new Set(known.map(({ day }) => day))
  const first = dayIn(zone, Math.max(firstOrder.createdAt, clock.now() - keptDays * DAY_MS))
  let left = daysPerRun
  for (let day = addDays(today, -1); day >= first && left > 0; day = addDays(day, -1)) {
    const mayChange = day >= addDays(today, -changingDays)
    if (summed.has(day) && !mayChange) continue
    left -= 1
    await sumDay(db, day, zone)
  }
}

/** Orders that never reached a provider are deleted after two days, so checkouts do not shrink. */
async function sumDay(db: Db, day: string, zone: string): Promise<void> {
  const rows = (await sumDays(db, { from: day, to: day }, zone)).filter((row) => row.day === day)
  await transact(db, async (tx) => {
    const ofDay = tx.deleteFrom('insightSales').where('zone', '=', zone).where('day', '=', day)
    const before = await ofDay.returning(['project', 'currency', 'checkouts']).execute()
    const known = new Map(
      before.filter(({ currency }) => currency === '').map((row) => [row.project, Number(row.checkouts)]),
    )
    const kept = rows.map((row) =>
      row.currency === '' ? { ...row, checkouts: Math.max(row.checkouts, known.get(row.project) ?? 0) } : row,
    )
    await tx
      .insertInto('insightSales')
      .values([...kept, ...sumProjects(kept, { zone, day })])
      .execute()
  })
}

/** Rows of all projects. The one without a currency is there for every summed day. */
function sumProjects(
  rows: InsightSalesRow[],
  { zone, day }: { zone: string; day: string },
): InsightSalesRow[] {
  const currencies = new Set(['', ...rows.map(({ currency }) => currency)])
  return [...currencies].map((currency) => {
    const total = { ...nothing, zone, day, project: allProjects, currency }
    for (const row of rows.filter((one) => one.currency === currency))
      for (const name of sums) total[name] += Number(row[name])
    return total
  })
}

const sums = Object.keys(nothing) as (keyof typeof nothing)[]
