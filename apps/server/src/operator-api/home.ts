import type { Home } from '@playhub/contract/operator'
import type { Catalogue } from '../catalogue/index.ts'
import { listPaymentAttention, type Payments, readFailures } from '../payments/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { listRunningHubs } from '../platform/heartbeat.ts'
import { countFailedJobs, countJobs, listFailingJobs } from '../platform/jobs/job-store.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { codeEmailQueue, emailQueue } from '../platform/mail/email.ts'
import { tooManyEmails } from '../platform/mail/mail-limit.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'

type Found = { count: number; oldestAt: number | null; dueAt?: number | null }
type Entry = Home['attention'][number]

type Deps = {
  db: Db
  clock: Clock
  catalogue: Catalogue
  jobs: Pick<Jobs, 'listKinds'>
  payments: Pick<Payments, 'listFailingProviders'>
  /** Open tickets of these projects; undefined for all. */
  countTickets: (projects: string[] | undefined) => Promise<Found>
}

type Check = Pick<Entry, 'kind' | 'href'> & { project?: string; read: () => Promise<Found> }

export function registerHomeRoutes(api: OperatorApi, deps: Deps): void {
  api.handle('GET /home', async ({ scope }) => ({ data: { result: await readHome(deps, scope) } }))
}

/** A check that fails is named and hides no other. */
async function readHome(deps: Deps, scope: Scope): Promise<Home> {
  const checks = listChecks(deps, scope)
  const results = await Promise.allSettled(checks.map(({ read }) => read()))
  const attention = checks.flatMap(({ kind, href, project = null }, place): Entry[] => {
    const result = results[place]
    if (result?.status !== 'fulfilled' || result.value.count === 0) return []
    return [{ kind, href, project, dueAt: null, ...result.value }]
  })
  const failed = checks.filter((_, place) => results[place]?.status === 'rejected').map(({ kind }) => kind)
  const { timeZone } = deps.catalogue.content().hub
  return { attention, failedChecks: [...new Set(failed)], checkedAt: deps.clock.now(), timeZone }
}

function listChecks(deps: Deps, scope: Scope): Check[] {
  const { db, clock, catalogue } = deps
  const projects = scope === '*' ? undefined : scope
  const payments = listPaymentAttention(db, clock.now(), projects)
  const servers = catalogue.projects().filter(({ id }) => scope === '*' || scope.includes(id))
  return [
    ...payments,
    ...servers.map(
      ({ id }): Check => ({
        ...{ kind: 'game-server-failing', href: `game-servers/${id}`, project: id },
        read: () => readFailures(deps, id),
      }),
    ),
    { kind: 'ticket-open', href: 'tickets?state=open', read: () => deps.countTickets(projects) },
    ...(scope === '*' ? listHubChecks(deps) : []),
  ]
}

/** Only operators of all projects can open the page that they lead to. */
function listHubChecks({ db, clock, catalogue, jobs, payments }: Deps): Check[] {
  const href = 'operations'
  return [
    { kind: 'job-dead', href, read: async () => ({ count: (await countJobs(db)).dead, oldestAt: null }) },
    { kind: 'job-failing', href, read: () => countFailingJobs(db) },
    {
      ...{ kind: 'provider-failing', href },
      read: async () => {
        const failing = payments.listFailingProviders().map(({ since }) => since)
        return { count: failing.length, oldestAt: failing.length === 0 ? null : Math.min(...failing) }
      },
    },
    {
      ...{ kind: 'mail-failing', href },
      read: () => countFailedJobs(db, jobs.listKinds(emailQueue, codeEmailQueue), tooManyEmails),
    },
    {
      ...{ kind: 'content-rejected', href },
      read: async () => ({ count: await countRejections(db, clock, catalogue), oldestAt: null }),
    },
  ]
}

async function countFailingJobs(db: Db): Promise<Found> {
  const failing = await listFailingJobs(db)
  return {
    count: failing.reduce((sum, { count }) => sum + count, 0),
    oldestAt: failing.length === 0 ? null : Math.min(...failing.map(({ oldestAt }) => oldestAt)),
  }
}

/** Hubs that rejected newer content. Others report it within seconds; this hub knows at once. */
async function countRejections(db: Db, clock: Clock, catalogue: Pick<Catalogue, 'state'>): Promise<number> {
  const hubs = await listRunningHubs(db, clock.now())
  const reported = hubs.filter(({ rejectedVersion }) => rejectedVersion !== null).length
  return Math.max(reported, catalogue.state().rejected ? 1 : 0)
}
