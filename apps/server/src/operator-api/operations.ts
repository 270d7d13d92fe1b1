import type { AlertWebhook } from '@playhub/contract/operator'
import {
  addAlertWebhook,
  changeAlertWebhook,
  listAlertWebhooks,
  readKinds,
  removeAlertWebhook,
  testAlertWebhook,
} from '../alert-webhooks/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { type HubProcess, listRunningHubs } from '../platform/heartbeat.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { dismissDeadJob, retryDeadJob } from '../platform/jobs/dead-jobs.ts'
import { countJobs, listDeadJobs } from '../platform/jobs/job-store.ts'
import { Refusal } from '../platform/refusal.ts'
import type { OperatorApi } from './frame/operator-api.ts'
import type { DoctorReports } from './home/doctor-reports.ts'
import { listProblems, type ProblemDeps } from './home/problems.ts'

type Deps = ProblemDeps & { doctor: DoctorReports }

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
  api.handle('POST /operations/jobs/{id}/dismiss', async ({ params, operation }) => {
    if (!(await dismissDeadJob(deps, params.id, operation))) throw new Refusal('JOB_NOT_FOUND')
    return { data: { result: true as const } }
  })
  api.handle('GET /operations/versions', async () => ({
    data: { result: (await listRunningHubs(db, clock.now())).map(toRunningHub) },
  }))
  api.handle('POST /operations/doctor', async () => ({ data: { result: await deps.doctor.run() } }))
  const problems = listProblems(deps)
  api.handle('GET /operations/problems', async () => ({
    data: {
      result: {
        content: await problems.content(),
        doctor: await problems.doctor(),
        mail: await problems.mail(),
        providers: await problems.providers(),
        jobs: await problems.jobs(),
      },
    },
  }))
}

function toRunningHub({ id, version, contentVersion, rejectedVersion, startedAt, seenAt }: HubProcess) {
  return { id, version, contentVersion, rejectedContent: rejectedVersion, startedAt, seenAt }
}

type AlertDeps = { db: Db; clock: Clock; config: HubConfig }

export function registerAlertWebhookRoutes(api: OperatorApi, deps: AlertDeps): void {
  const list = async () => ({ data: { result: (await listAlertWebhooks(deps.db)).map(toAlertWebhook) } })
  api.handle('GET /alert-webhooks', list)
  api.handle('POST /alert-webhooks', async ({ body: { url, kinds }, login, operation }) => {
    const { language } = login.operator
    const webhook = await addAlertWebhook(deps, { url, kinds, language }, operation)
    return { data: { result: { secret: webhook.secret, details: toAlertWebhook(webhook) } } }
  })
  api.handle('PUT /alert-webhooks/{id}', async ({ params, body, operation }) => {
    await changeAlertWebhook(deps, params.id, body.kinds, operation)
    return list()
  })
  api.handle('DELETE /alert-webhooks/{id}', async ({ params, operation }) => {
    await removeAlertWebhook(deps, params.id, operation)
    return list()
  })
  api.handle('POST /alert-webhooks/{id}/test', async ({ params }) => ({
    data: { result: await testAlertWebhook(deps, params.id) },
  }))
}

type Row = Awaited<ReturnType<typeof listAlertWebhooks>>[number]

/** The end of a URL tells two apart; the rest of its path may be a secret. */
function toAlertWebhook(row: Row): AlertWebhook {
  const { id, url, createdAt, sentAt, status, error } = row
  const { origin } = new URL(url)
  const end = url.length - origin.length > 12 ? url.slice(-4) : ''
  return { id, url: `${origin}/•••${end}`, kinds: readKinds(row), createdAt, sentAt, status, error }
}
