import * as z from 'zod'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { deliverWebhooksJob, jobKinds, resumeWebhooksJob } from '../jobs.ts'
import { deletePausedProject, insertPausedProject } from '../records/paused-project-store.ts'
import { makeWaitingWebhooksDue } from '../records/webhook-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'jobs'>

/**
 * Queues a project's webhooks from now on. Running deliveries end; no try is counted meanwhile.
 * @returns  false when the project is paused already
 */
export function pauseWebhooks({ db, clock }: Needs, project: string, operation: Operation): Promise<boolean> {
  const { operator: by, reason } = operation
  const since = clock.now()
  return transact(db, async (tx) => {
    if (!(await insertPausedProject(tx, { project, since, by, reason }))) return false
    await recordOperation(tx, operation, { action: 'webhook.pause', subject: project, project, at: since })
    return true
  })
}

/** Sends what was queued. @returns  false when the project is not paused */
export function resumeWebhooks(
  { db, clock, jobs }: Needs,
  project: string,
  operation: Operation,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const paused = await deletePausedProject(tx, project)
    if (!paused) return false
    const { since, by } = paused
    // A job, because webhooks filed at this moment are found only after the commit.
    await jobs.enqueue(tx, resumeWebhooksJob(project))
    await recordOperation(tx, operation, {
      action: 'webhook.resume',
      subject: project,
      project,
      before: { since, by },
      at: clock.now(),
    })
    return true
  })
}

const ProjectPayload = z.object({ project: z.string() })

export function defineResumeJob({ db, jobs }: Needs): void {
  jobs.define(jobKinds.resumeWebhooks, {
    run: async (payload) => {
      const { project } = ProjectPayload.parse(payload)
      await transact(db, async (tx) => {
        const waiting = await makeWaitingWebhooksDue(tx, project)
        const queues = new Map(waiting.map((queue) => [queue.playerId, queue]))
        await jobs.enqueue(tx, ...[...queues.values()].map((queue) => deliverWebhooksJob(queue)))
      })
    },
  })
}
