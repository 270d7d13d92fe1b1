import { type OperatorRouteParts, SalesRow } from '@playhub/contract/operator'
import type { Catalogue } from '../catalogue/index.ts'
import { listDocuments, listSalesRows } from '../payments/index.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { parseDays, parseMonth } from '../platform/time-zone.ts'
import { DocumentExportRow } from './exports/rows.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'
import { limitProjects } from './frame/scope.ts'

type Deps = { db: Db; catalogue: Pick<Catalogue, 'content'> }

const maxPeriodMs = 800 * DAY_MS

export function registerFinanceRoutes(api: OperatorApi, deps: Deps): void {
  api.handle('GET /finance/sales', async ({ query, scope }) => {
    const rows = await readSales(deps, query, scope)
    return { data: { result: { timeZone: deps.catalogue.content().hub.timeZone, rows } } }
  })
  api.export('GET /finance/sales/export', SalesRow, async function* ({ query, scope }) {
    yield* await readSales(deps, query, scope)
  })
  api.export('GET /finance/documents/export', DocumentExportRow, ({ query, scope }) => {
    const zone = deps.catalogue.content().hub.timeZone
    const month = parseMonth(query.month, zone)
    if (!month)
      throw Refusal.forFields([{ field: 'month', issue: 'invalid', message: 'There is no such month' }])
    return listDocuments(deps.db, { ...month, zone, ...toSalesFilter(query, scope) })
  })
}

type SalesQuery = OperatorRouteParts<'GET /finance/sales'>['query']

function readSales({ db, catalogue }: Deps, query: SalesQuery, scope: Scope): Promise<SalesRow[]> {
  const zone = catalogue.content().hub.timeZone
  const period = parseDays(query.from, query.to, zone)
  if (!period || period.until - period.from > maxPeriodMs)
    throw Refusal.forFields([
      { field: 'to', issue: 'invalid', message: 'The period must have from 1 to 800 days' },
    ])
  const filter = toSalesFilter(query, scope)
  return listSalesRows(db, {
    ...period,
    ...filter,
    zone,
    by: query.by,
    isByItem: query.items,
    isByCountry: query.countries,
  })
}

function toSalesFilter(
  { project, provider, currency }: Pick<SalesQuery, 'project' | 'provider' | 'currency'>,
  scope: Scope,
) {
  return { projects: limitProjects(scope, project), providers: provider, currency }
}
