import { type Deps, getProvider } from '../deps.ts'
import { jobKinds, providerCallQueue, RefundEventPayload } from '../jobs.ts'
import { type ChargedAttempt, findChargedAttempt } from '../provider-events/apply-payment.ts'
import { findRefundAt, listRefundsByAttempt } from '../records/refund-store.ts'
import { compareTotals } from './compare-totals.ts'
import { checkRefund } from './process-refund.ts'

export function defineRefundEventJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.processRefundEvent, {
    queue: providerCallQueue,
    run: (payload) => processRefundEvent(deps, RefundEventPayload.parse(payload)),
  })
}

/** An event is only a hint: our refund is fetched; any other refund must show in the provider's total. */
async function processRefundEvent(deps: Deps, { attemptId, refundId }: RefundEventPayload): Promise<void> {
  const attempt = await findChargedAttempt(deps, attemptId)
  if (!attempt) return
  if (refundId === null) return compareTotals(deps, attempt)
  if (await checkIfOurs(deps, attempt, refundId)) return
  const { providerPaymentId } = attempt
  const refund = await getProvider(deps, attempt).fetchRefund({ providerPaymentId, refundId })
  await compareTotals(deps, attempt, refund.state === 'failed' ? undefined : refund)
}

/** The event may arrive before the response to our own call, so refunds without a response are sent again first. */
async function checkIfOurs(deps: Deps, { id }: ChargedAttempt, refundId: string): Promise<boolean> {
  const known = await findRefundAt(deps.db, id, refundId)
  if (known) {
    await checkRefund(deps, known.id)
    return true
  }
  const undecided = (await listRefundsByAttempt(deps.db, id)).filter(
    ({ state, sentAt, providerRefundId }) =>
      state === 'pending' && sentAt !== null && providerRefundId === null,
  )
  for (const refund of undecided) await checkRefund(deps, refund.id)
  return (await findRefundAt(deps.db, id, refundId)) !== undefined
}
