import type { HomeSales, SalesRow } from '@playhub/contract/operator'
import { LRUCache } from 'lru-cache'
import type { Catalogue } from '../catalogue/index.ts'
import { countPayers, listSalesRows } from '../payments/index.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { withQueryTimeout } from '../platform/database/postgres-driver.ts'
import { addDays, dayIn, type Period, parseDays } from '../platform/time-zone.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'
import { toProjects } from './frame/scope.ts'

type Deps = { db: Db; clock: Clock; catalogue: Pick<Catalogue, 'content'> }

const shownDays = 30
/** The 30 days are summed over the orders themselves. */
const freshMs = 60 * SECOND_MS
/** An older sum is shown at once until then, while the next one is made. */
const keptMs = 10 * MINUTE_MS

/** A month of a busy hub takes longer than players' queries may. */
const maxQueryMs = 10 * SECOND_MS

type Cached = { freshUntil: number; sales: Promise<HomeSales> }

export function registerHomeSales(api: OperatorApi, deps: Deps): void {
  const { clock } = deps
  const cache = new LRUCache<string, Cached>({
    max: 100,
    ttl: keptMs,
    perf: { now: clock.now },
    ttlResolution: 0,
  })
  const refresh = (key: string, scope: Scope): Promise<HomeSales> => {
    const sales = withQueryTimeout(maxQueryMs, () => readSales(deps, scope))
    const old = cache.get(key)
    const freshUntil = clock.now() + freshMs
    // Others wait only for the first sum.
    cache.set(key, { freshUntil, sales: old?.sales ?? sales }, { noUpdateTTL: true })
    sales.then(
      () => cache.set(key, { freshUntil, sales }),
      // A failure is not kept; an older sum is.
      () => old ?? cache.delete(key),
    )
    return sales
  }
  api.handle('GET /home/sales', async ({ scope }) => {
    const key = scope === '*' ? scope : scope.toSorted().join(' ')
    const cached = cache.get(key)
    const next = cached && cached.freshUntil > clock.now() ? undefined : refresh(key, scope)
    return { data: { result: await (cached?.sales ?? next ?? refresh(key, scope)) } }
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
