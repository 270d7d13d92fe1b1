import { attentionKinds, type BuildHealth, type Home } from '@playhub/contract/operator'
import { toFinding } from '@playhub/contract/operator/sentences/checks'
import type { Catalogue } from '../../catalogue/index.ts'
import { listWaitingReviews } from '../../catalogue/operator/reviews/reviews.ts'
import { readBuildHealth } from '../../insights/health/build-health.ts'
import { listPaymentAttention, readFailures } from '../../payments/index.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { countJobs } from '../../platform/jobs/job-store.ts'
import type { OperatorApi, Scope } from '../frame/operator-api.ts'
import { listProblems, type ProblemDeps } from './problems.ts'
import { listSetupSteps } from './setup-steps.ts'

type Entry = Home['attention'][number]
type Detail = Entry['details'][number]
type Found = { count: number; oldestAt: number | null; dueAt?: number | null; details?: Detail[] }

type Deps = ProblemDeps & {
  config: HubConfig
  catalogue: Catalogue
  /** Open tickets of these projects; undefined for all. */
  countTickets: (projects: string[] | undefined) => Promise<Found>
}

/** What the operator is asked to publish. */
type HomeDeps = Deps & { countDrafts: () => Promise<Found> }

type Check = Pick<Entry, 'kind' | 'href'> & { project?: string; read: () => Promise<Found> }

export function registerHomeRoutes(api: OperatorApi, deps: Deps): void {
  api.handle('GET /home', async ({ scope, login, can }) => {
    const countDrafts = async () => {
      const publisher = {
        operatorId: login.operator.id,
        canPublish: (project: string) => can('content.publish', project),
      }
      const waiting = await listWaitingReviews(deps, publisher)
      return { count: waiting.length, oldestAt: waiting[0]?.requestedAt ?? null }
    }
    return { data: { result: await readHome({ ...deps, countDrafts }, scope) } }
  })
}

/** A failed check is named and hides no other. */
async function readHome(deps: HomeDeps, scope: Scope): Promise<Home> {
  const checks = listChecks(deps, scope)
  const results = await Promise.allSettled(checks.map(({ read }) => read()))
  const attention = checks.flatMap(({ kind, href, project = null }, place): Entry[] => {
    const result = results[place]
    if (result?.status !== 'fulfilled' || result.value.count === 0) return []
    return [{ kind, href, project, dueAt: null, details: [], ...result.value }]
  })
  const failed = checks.filter((_, place) => results[place]?.status === 'rejected').map(({ kind }) => kind)
  const { timeZone } = deps.catalogue.content().hub
  const setup = scope === '*' ? await listSetupSteps(deps) : []
  return { attention, failedChecks: [...new Set(failed)], checkedAt: deps.clock.now(), timeZone, setup }
}

/** Most urgent first: the hub, money, people, then the rest. */
function listChecks(deps: HomeDeps, scope: Scope): Check[] {
  const { db, clock, catalogue } = deps
  const projects = scope === '*' ? undefined : scope
  const servers = catalogue.projects().filter(({ id }) => scope === '*' || scope.includes(id))
  const checks: Check[] = [
    ...(scope === '*' ? listHubChecks(deps) : []),
    ...servers.map(
      ({ id }): Check => ({
        ...{ kind: 'game-server-failing', href: `game-servers/${id}/webhooks?state=waiting`, project: id },
        read: () => readFailures(deps.db, id),
      }),
    ),
    ...listBuildChecks(
      deps,
      servers.map(({ id }) => id),
    ),
    ...listPaymentAttention(db, clock.now(), projects),
    { kind: 'ticket-open', href: 'tickets?state=open', read: () => deps.countTickets(projects) },
    { kind: 'content-draft-waits', href: 'content', read: deps.countDrafts },
  ]
  return checks.toSorted((one, other) => toUrgency(one) - toUrgency(other))
}

const toUrgency = ({ kind }: Check) => attentionKinds.indexOf(kind)

function listBuildChecks(deps: HomeDeps, projects: string[]): Check[] {
  if (deps.catalogue.content().hub.insights === 'off') return []
  let health: Promise<BuildHealth[]> | undefined
  return projects.map((project) => ({
    ...{ kind: 'build-worse', href: `insights/${project}`, project },
    read: async () => {
      health ??= readBuildHealth(deps, projects)
      return describeHealth((await health).find((build) => build.project === project))
    },
  }))
}

function describeHealth(health: BuildHealth | undefined): Found {
  if (!health) return { count: 0, oldestAt: null }
  const numbers = { number: String(health.buildNumber), baselineNumber: String(health.baselineNumber) }
  const details = health.faults.map(({ kind, share, baselineShare }) => ({
    name: null,
    sentence: toFinding(`build.${kind}`, {
      ...numbers,
      ...{ share: toPercent(share), baselineShare: toPercent(baselineShare) },
    }),
  }))
  return { count: details.length, oldestAt: null, details }
}

/** Three digits tell apart what differs by more than chance. */
const toPercent = (share: number) => Number((share * 100).toPrecision(3))

/** Only operators of all projects can open their page. */
function listHubChecks(deps: Deps): Check[] {
  const href = 'operations'
  const { content, doctor, mail, providers, jobs } = listProblems(deps)
  return [
    {
      kind: 'content-rejected',
      href,
      read: async () => describe((await content()).map((sentence) => ({ name: null, sentence }))),
    },
    {
      ...{ kind: 'doctor-failing', href },
      read: async () =>
        describe(
          (await doctor()).flatMap(({ name, sentence }) => (sentence === null ? [] : [{ name, sentence }])),
        ),
    },
    { kind: 'mail-failing', href, read: async () => sum(await mail()) },
    {
      ...{ kind: 'provider-failing', href },
      read: async () => sum((await providers()).map(({ since }) => ({ count: 1, oldestAt: since }))),
    },
    {
      ...{ kind: 'job-dead', href },
      read: async () => ({ count: (await countJobs(deps.db)).dead, oldestAt: null }),
    },
    { kind: 'job-failing', href, read: async () => sum(await jobs()) },
  ]
}

/** More is on the page behind the card. */
const maxDetails = 3

function describe(issues: Detail[]): Found {
  return { count: issues.length, oldestAt: null, details: issues.slice(0, maxDetails) }
}

function sum(failing: { count: number; oldestAt: number }[]): Found {
  return {
    count: failing.reduce((total, { count }) => total + count, 0),
    oldestAt: failing.length === 0 ? null : Math.min(...failing.map(({ oldestAt }) => oldestAt)),
  }
}
