import { type Span, SpanKind } from '@opentelemetry/api'
import { type Clock, MINUTE_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { withQueryTimeout } from '../database/postgres-driver.ts'
import type { Log } from '../observability/log.ts'
import { endAfter, runInSpan, startEntrySpan } from '../tracing/spans.ts'
import { DatabaseUnavailable, outageIn, type Unavailable } from '../unavailable.ts'
import { getRetryDelayMs, type JobKind, RetryLater } from './job-kind.ts'
import type { JobLeases } from './job-leases.ts'
import { deleteJob, type JobRow, markJobDead, postponeJob, releaseJob } from './job-store.ts'

export type JobRunDeps = {
  db: Db
  clock: Clock
  log: Log
  kinds: ReadonlyMap<string, JobKind>
  leases: JobLeases
  /** Jobs whose result waits for the database. Their lease may end meanwhile; this hub does not claim them again. */
  unrecorded: Set<string>
  /** Makes jobs due once their service is back. */
  resumeAfter(outage: Unavailable): void
  /** Resolves when the hub stops. */
  stopped: Promise<void>
}

/** Jobs may compare whole tables. */
const queryTimeoutMs = MINUTE_MS
/** Retry delay when a service recovers unnoticed by this hub, such as after a restart. */
const outageRetryMs = MINUTE_MS

/**
 * Runs a claimed job and records its result. Holds its lease until then, so no other hub runs it meanwhile. Its logs
 * and calls join the enqueuer's trace.
 */
export async function runJob(deps: JobRunDeps, job: JobRow): Promise<void> {
  const kind = deps.kinds.get(job.kind)
  if (!kind) return
  const span = startEntrySpan(`job ${job.kind}`, SpanKind.CONSUMER, job.traceparent)
  const run = async () => recordResult(deps, job, await work(deps, job, kind, span))
  await deps.leases.hold(job.id, () => runInSpan(span, run))
}

/** Outcome of a run. */
type JobResult = {
  /** Writes the result. Repeated when the database did not respond, so a second write must change nothing. */
  record(): Promise<unknown>
  /** The database outage to wait for first. */
  outage?: Unavailable
}

async function work(deps: JobRunDeps, job: JobRow, kind: JobKind, span: Span): Promise<JobResult> {
  span.setAttributes({ 'playhub.job.id': job.id, 'playhub.job.attempt': job.attempts })
  const run = () => kind.run(JSON.parse(job.payload), { id: job.id, attempt: job.attempts })
  try {
    await endAfter(span, () => withQueryTimeout(queryTimeoutMs, run))
    return { record: () => deleteJob(deps.db, job.id) }
  } catch (error) {
    return planRetry(deps, job, kind, error)
  }
}

/** An outage is no failure of the job: it becomes due again afterwards, with the same attempts. */
function planRetry(deps: JobRunDeps, job: JobRow, kind: JobKind, error: unknown): JobResult {
  const release = (delayMs: number, reason?: string) =>
    releaseJob(deps.db, job, planIn(deps, delayMs), reason)
  if (error instanceof RetryLater) return { record: () => release(error.delayMs, error.message) }
  const outage = outageIn(error)
  if (!outage) return countFailure(deps, job, kind, error)
  if (outage instanceof DatabaseUnavailable) return { record: () => release(0), outage }
  return {
    // Jobs wait in the table for an unavailable service, so other jobs in their queue run meanwhile.
    async record() {
      await release(outageRetryMs, outage.message)
      deps.resumeAfter(outage)
    },
  }
}

function countFailure(deps: JobRunDeps, job: JobRow, kind: JobKind, error: unknown): JobResult {
  const { db, log } = deps
  const { id, attempts } = job
  const message = error instanceof Error ? error.message : String(error)
  const delayMs = getRetryDelayMs(kind, attempts, error)
  if (delayMs === null) {
    log.error(
      { err: error, job: id, kind: job.kind },
      'Job failed for the last time; it waits in the dead-letter list',
    )
    return { record: () => markJobDead(db, job, message) }
  }
  log.warn({ job: id, kind: job.kind, attempt: attempts, reason: message }, 'Job failed; retrying')
  return { record: () => postponeJob(db, job, planIn(deps, delayMs), message) }
}

function planIn({ clock }: JobRunDeps, delayMs: number): Pick<JobRow, 'runAt' | 'plannedAt'> {
  const plannedAt = clock.now()
  return { runAt: plannedAt + delayMs, plannedAt }
}

/** Waits for the database. A hub stopping first leaves the job to the next hub, which runs it again. */
async function recordResult(deps: JobRunDeps, job: JobRow, { record, outage }: JobResult): Promise<void> {
  if (outage && !(await waitUntilBack(deps, job, outage))) return
  try {
    await record()
  } catch (error) {
    const next = outageIn(error)
    if (!next) throw error
    await recordResult(deps, job, { record, outage: next })
  } finally {
    deps.unrecorded.delete(job.id)
  }
}

/** @returns  false when the hub stops first */
function waitUntilBack(
  { unrecorded, stopped }: JobRunDeps,
  job: JobRow,
  outage: Unavailable,
): Promise<boolean> {
  unrecorded.add(job.id)
  return Promise.race([outage.untilBack.then(() => true), stopped.then(() => false)])
}
