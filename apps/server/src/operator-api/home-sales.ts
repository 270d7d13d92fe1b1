import type { HomeSales, SalesRow } from '@playhub/contract/operator'
import type { Catalogue } from '../catalogue/index.ts'
import { countPayers, listSalesRows } from '../payments/index.ts'
import { createStaleCache } from '../platform/caches/stale-cache.ts'
import { type Clock, SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { withQueryTimeout } from '../platform/database/postgres-driver.ts'
import { addDays, dayIn, type Period, parseDays } from '../platform/time-zone.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'
import { toProjects } from './frame/scope.ts'

type Deps = { db: Db; clock: Clock; catalogue: Pick<Catalogue, 'content'> }

const shownDays = 30
/** A month of a busy hub takes longer than players' queries may. */
const maxQueryMs = 10 * SECOND_MS

export function registerHomeSales(api: OperatorApi, deps: Deps): void {
  const getSales = createStaleCache<HomeSales>(deps.clock)
  api.handle('GET /home/sales', async ({ scope }) => {
    const key = scope === '*' ? scope : scope.toSorted().join(' ')
    const result = await getSales(key, () => withQueryTimeout(maxQueryMs, () => readSales(deps, scope)))
    return { data: { result } }
  })
}

async function readSales({ db, clock, catalogue }: Deps, scope: Scope): Promise<HomeSales> {
  const checkedAt = clock.now()
  const { timeZone } = catalogue.content().hub
  const projects = toProjects(scope)
  const today = dayIn(timeZone, checkedAt)
  const yesterday = addDays(today, -1)
  const month = [addDays(today, 1 - shownDays), today] as const
  const ranges = [
    ['today', [today, today]],
    ['yesterday', [yesterday, yesterday]],
    ['30-days', month],
  ] as const
  const period = ([first, last]: readonly [string, string]): Period =>
    parseDays(first, last, timeZone) ?? { from: checkedAt, until: checkedAt }
  const rows = await listSalesRows(db, { ...period(month), zone: timeZone, by: 'day', projects })
  const periods = await Promise.all(
    ranges.map(async ([name, range]) => ({
      period: name,
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
