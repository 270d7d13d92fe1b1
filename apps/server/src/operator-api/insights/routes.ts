import type { Currency } from '@playhub/contract'
import {
  type BuildHealth,
  type DetailedDay,
  InsightEventRow,
  type InsightPart,
  InsightRow,
  type OperatorRouteParts,
  RetentionExportRow,
} from '@playhub/contract/operator'
import { type InsightDeps, limitReads, readBuildHealth, readInsights } from '../../insights/index.ts'
import { createStaleCache } from '../../platform/caches/stale-cache.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OperatorApi, Scope } from '../frame/operator-api.ts'
import { expectProjectInScope, toProjects } from '../frame/scope.ts'

type Query = Pick<OperatorRouteParts<'GET /insights/export'>['query'], 'project' | 'from' | 'to'>
type Call = { query: Query; scope: Scope; can(permission: 'finance.read', project: string | null): boolean }

export function registerInsightRoutes(api: OperatorApi, deps: InsightDeps): void {
  const getHealth = createStaleCache<BuildHealth[]>(deps.clock)
  const read = ({ query: { project, ...days }, scope, can }: Call) => {
    const projects = project === undefined ? toProjects(scope) : [expectProject(deps, scope, project)]
    const isOff = deps.catalogue.content().hub.insights === 'off'
    const readHealth = async () =>
      isOff ? [] : getHealth(projects?.join(' ') ?? '', () => readBuildHealth(deps, projects))
    const query = { projects, ...days, hasMoney: seesMoney(can, projects) }
    return limitReads(() => readInsights(deps, query, readHealth))
  }
  api.handle('GET /insights', async (call) => ({ data: { result: await read(call) } }))
  api.export('GET /insights/export', InsightRow, async function* (call) {
    const { days, parts } = await read(call)
    const { by } = call.query
    if (by === 'day') yield* days.map(toDayRow)
    else yield* parts.filter(({ dimension }) => dimension === by).map(toPartRow)
  })
  api.export('GET /insights/retention/export', RetentionExportRow, async function* (call) {
    yield* (await read(call)).retention
  })
  api.export('GET /insights/events/export', InsightEventRow, async function* (call) {
    const { events } = await read(call)
    yield* events.map(({ name: event, ...counts }) => ({ event, ...counts }))
  })
}

/** @throws Refusal PROJECT_NOT_FOUND outside the scope and the content */
function expectProject({ catalogue }: InsightDeps, scope: Scope, project: string): string {
  if (!catalogue.projects().some(({ id }) => id === project)) throw new Refusal('PROJECT_NOT_FOUND')
  return expectProjectInScope(scope, project)
}

/** Sums of several projects show money only to operators who see it in each of them. */
const seesMoney = (can: Call['can'], projects: string[] | undefined) =>
  projects === undefined
    ? can('finance.read', null)
    : projects.every((project) => can('finance.read', project))

const toPartRow = ({ dimension: _, value: group, ...part }: InsightPart) => ({
  ...{ group, ...part },
  ...{ checkouts: null, paidOrders: null, payingPlayers: null, firstPayers: null },
  ...toAmounts({ revenue: [], discount: [], refunded: [] }),
})

function toDayRow({ day: group, revenue, discount, refunded, ...day }: DetailedDay) {
  return { group, ...day, ...toAmounts({ revenue, discount, refunded }) }
}

/** A column for each currency. */
function toAmounts({ revenue, discount, refunded }: Pick<DetailedDay, 'revenue' | 'discount' | 'refunded'>) {
  const amount = (sums: DetailedDay['revenue'], currency: Currency) =>
    sums.find((sum) => sum.currency === currency)?.amountMinor ?? null
  return {
    ...{ rubMinor: amount(revenue, 'RUB'), usdMinor: amount(revenue, 'USD') },
    ...{ rubDiscountMinor: amount(discount, 'RUB'), usdDiscountMinor: amount(discount, 'USD') },
    ...{ rubRefundedMinor: amount(refunded, 'RUB'), usdRefundedMinor: amount(refunded, 'USD') },
  }
}
