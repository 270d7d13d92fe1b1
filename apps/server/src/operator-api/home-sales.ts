import type { HomeSales, SalesRow } from '@playhub/contract/operator'
import { LRUCache } from 'lru-cache'
import type { Catalogue } from '../catalogue/index.ts'
import { countPayers, listSalesRows } from '../payments/index.ts'
import { type Clock, SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { addDays, dayIn, type Period, parseDays } from '../platform/time-zone.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'
import { toProjects } from './frame/scope.ts'

type Deps = { db: Db; clock: Clock; catalogue: Pick<Catalogue, 'content'> }

const shownDays = 30
/** The 30 days are summed over the orders themselves. */
const cachedMs = 60 * SECOND_MS

export function registerHomeSales(api: OperatorApi, deps: Deps): void {
  const cache = new LRUCache<string, Promise<HomeSales>>({
    max: 100,
    ttl: cachedMs,
    perf: { now: deps.clock.now },
    ttlResolution: 0,
  })
  api.handle('GET /home/sales', async ({ scope }) => {
    const key = scope === '*' ? scope : scope.toSorted().join(' ')
    const sales = cache.get(key) ?? readSales(deps, scope)
    cache.set(key, sales, { noUpdateTTL: true })
    // A failure is not kept.
    sales.catch(() => cache.delete(key))
    return { data: { result: await sales } }
  })
}

async function readSales({ db, clock, catalogue }: Deps, scope: Scope): Promise<HomeSales> {
  const checkedAt = clock.now()
  const { timeZone } = catalogue.content().hub
  const projects = toProjects(scope)
  const today = dayIn(timeZone, checkedAt)
  const days = { today: [today, today], yesterday: [addDays(today, -1), addDays(today, -1)] } as const
  const month = [addDays(today, 1 - shownDays), today] as const
  const period = ([first, last]: readonly [string, string]): Period =>
    parseDays(first, last, timeZone) ?? { from: checkedAt, until: checkedAt }
  const rows = await listSalesRows(db, { ...period(month), zone: timeZone, by: 'day', projects })
  const periods = await Promise.all(
    Object.entries({ ...days, '30-days': month }).map(async ([name, range]) => ({
      period: name as HomeSales['periods'][number]['period'],
      ...(await countPayers(db, { ...period(range), projects })),
      refunds: countRefunds(rows, range),
    })),
  )
  return { timeZone, checkedAt, days: rows.map(toDay), periods }
}

const countRefunds = (rows: SalesRow[], [first, last]: readonly [string, string]) =>
  rows
    .filter(({ period }) => period >= first && period <= last)
    .reduce((count, { refunds }) => count + refunds, 0)

function toDay({ period: day, currency, project, orders, soldMinor, refundedMinor }: SalesRow) {
  return { day, currency, project, orders, soldMinor, refundedMinor }
}
