import type { NewJob } from '../../platform/jobs/jobs.ts'
import { compareBooks } from '../attempts/audit.ts'
import { type ChargedAttempt, chargedAttempt } from '../attempts/charged-attempt.ts'
import { providerOf } from '../attempts/provider-of.ts'
import type { Deps } from '../deps.ts'
import { settlementQueue } from '../queues.ts'
import { findRefundAt, listRefundsOfAttempt } from './refund-store.ts'
import { lookAtRefund } from './refund-work.ts'

const newsJob = 'payments.work-refund-news'

type News = { attemptId: string; refundId: string | null }

/** @param refundId  The provider's; null where it has none. */
export function refundNewsJob(attemptId: string, refundId: string | null): NewJob {
  return { kind: newsJob, payload: { attemptId, refundId } satisfies News }
}

export function defineRefundNewsJobs(deps: Deps): void {
  deps.jobs.define(newsJob, { queue: settlementQueue, run: (payload) => workNews(deps, payload as News) })
}

/** News of a refund is a hint: the provider is asked about ours, and anything else must show in its books. */
async function workNews(deps: Deps, { attemptId, refundId }: News): Promise<void> {
  const attempt = await chargedAttempt(deps, attemptId)
  if (!attempt || (refundId !== null && (await isOurs(deps, attempt, refundId)))) return
  if (refundId === null) return compareBooks(deps, attempt)
  const told = await providerOf(deps, attempt).fetchRefund({ providerId: attempt.providerId, refundId })
  await compareBooks(deps, attempt, told.state === 'failed' ? undefined : told)
}

/** News may be faster than the answer to our own call, so what was asked and not answered is asked again first. */
async function isOurs(deps: Deps, { id }: ChargedAttempt, refundId: string): Promise<boolean> {
  const known = await findRefundAt(deps.db, id, refundId)
  if (known) {
    await lookAtRefund(deps, known.id)
    return true
  }
  const unanswered = (await listRefundsOfAttempt(deps.db, id)).filter(
    ({ state, askedAt, providerRefundId }) =>
      state === 'pending' && askedAt !== null && providerRefundId === null,
  )
  for (const refund of unanswered) await lookAtRefund(deps, refund.id)
  return (await findRefundAt(deps.db, id, refundId)) !== undefined
}
