import { type Deps, providerOf } from '../deps.ts'
import { jobKinds, type PaymentEventPayload, settlementQueue } from '../jobs.ts'
import { findAttempt, setProviderPaymentId } from '../ledger/attempt-store.ts'
import { applyPayment } from '../settlement/settle-attempt.ts'

export function definePaymentEventJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.processPaymentEvent, {
    queue: settlementQueue,
    run: (payload) => processPaymentEvent(deps, payload as PaymentEventPayload),
  })
}

/** An event is only a hint: the payment is fetched. The event may arrive before the response to the create call. */
async function processPaymentEvent(
  deps: Deps,
  { attemptId, providerPaymentId }: PaymentEventPayload,
): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt || attempt.state === 'succeeded') return
  const payment = await providerOf(deps, attempt).fetchPayment(providerPaymentId)
  if (attempt.providerPaymentId === null && payment.attemptId === attempt.id) {
    await setProviderPaymentId(deps.db, attempt.id, providerPaymentId)
    attempt.providerPaymentId = providerPaymentId
  }
  await applyPayment(deps, attempt, payment)
}
