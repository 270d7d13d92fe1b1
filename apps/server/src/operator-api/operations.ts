import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { type HubProcess, listRunningHubs } from '../platform/heartbeat.ts'
import { countJobs, listDeadJobs } from '../platform/jobs/job-store.ts'
import { retryDeadJob } from '../platform/jobs/retry-dead-job.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import { Refusal } from '../platform/refusal.ts'
import type { OperatorApi } from './frame/operator-api.ts'

type Deps = {
  db: Db
  clock: Clock
  /** `runChecks` of the command `doctor`. */
  runChecks: () => Promise<ServiceCheck[]>
}

const maxListed = 100

export function registerOperationRoutes(api: OperatorApi, deps: Deps): void {
  const { db, clock } = deps
  api.handle('GET /operations/jobs', async () => {
    const counts = Object.entries(await countJobs(db)).map(([state, count]) => ({ state, count }))
    const dead = (await listDeadJobs(db, maxListed)).map(({ id, kind, attempts, lastError, createdAt }) => ({
      ...{ id, kind, attempts, error: lastError, createdAt },
    }))
    return { data: { result: { counts, dead } } }
  })
  api.handle('POST /operations/jobs/{id}/retry', async ({ params, operation }) => {
    if (!(await retryDeadJob(deps, params.id, operation))) throw new Refusal('JOB_NOT_FOUND')
    return { data: { result: true as const } }
  })
  api.handle('GET /operations/versions', async () => ({
    data: { result: (await listRunningHubs(db, clock.now())).map(toRunningHub) },
  }))
  api.handle('POST /operations/doctor', async () => {
    const checks = (await deps.runChecks()).flatMap(toChecks)
    return { data: { result: { checkedAt: clock.now(), checks } } }
  })
}

function toRunningHub({ id, version, contentVersion, rejectedVersion, startedAt, seenAt }: HubProcess) {
  return { id, version, contentVersion, rejectedContent: rejectedVersion, startedAt, seenAt }
}

type Check = { name: string; state: 'ok' | 'error'; says: string }

function toChecks({ service: name, found, problems }: ServiceCheck): Check[] {
  if (problems.length === 0) return [{ name, state: 'ok', says: found }]
  return problems.map((says) => ({ name, state: 'error', says }))
}
