import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import {
  type Delivery,
  DeliveryForged,
  type DeliveryHeaders,
  type DeliverySubject,
  type Provider,
  ProviderUnavailable,
} from '../providers/provider.ts'
import { settlementQueue } from '../queues.ts'
import { disputeNewsJob } from '../refunds/disputes.ts'
import { refundNewsJob } from '../refunds/refund-news.ts'
import { bindAttempt, findAttempt, findAttemptAt } from './attempt-store.ts'
import { insertDelivery } from './delivery-store.ts'
import { providerOf } from './provider-of.ts'
import { recordPayment } from './settlement.ts'

const workJob = 'payments.work-delivery'

type Work = { attemptId: string; providerId: string }

type Posted = {
  raw: Buffer
  headers: DeliveryHeaders
  /** The address it came from. */
  from: string
}

/**
 * Files a provider's webhook and plans its work. Returning acknowledges it; a repeated one changes nothing.
 * @throws Refusal BODY_INVALID when the provider did not send it; PROVIDER_UNAVAILABLE when that cannot be told now, and
 *         PAYMENT_NOT_FOUND when it is about an attempt that we do not know yet, so that the provider sends it again
 */
export async function receiveDelivery(deps: Deps, provider: Provider, posted: Posted): Promise<void> {
  const delivery = await readOrRefuse(deps, provider, posted)
  const work = await workIn(deps, provider, delivery)
  await transact(deps.db, async (tx) => {
    const isNew = await insertDelivery(tx, {
      id: newId(),
      provider: provider.name,
      deliveryKey: delivery.key,
      kind: delivery.kind,
      providerId: delivery.subject?.providerId ?? null,
      raw: posted.raw.toString('utf8'),
      receivedAt: deps.clock.now(),
    })
    if (isNew && work) await deps.jobs.enqueue(tx, work)
  })
}

async function readOrRefuse(
  { log }: Deps,
  provider: Provider,
  { raw, headers, from }: Posted,
): Promise<Delivery> {
  try {
    return await provider.readDelivery(raw, headers, from)
  } catch (cause) {
    const isForged = cause instanceof DeliveryForged
    if (!isForged && !(cause instanceof ProviderUnavailable)) throw cause
    log.warn({ provider: provider.name, from, reason: cause.message }, 'A webhook was refused')
    throw new Refusal(isForged ? 'BODY_INVALID' : 'PROVIDER_UNAVAILABLE', undefined, { cause })
  }
}

/** What there is to do about a delivery: nothing, when it ends nothing or is about nothing of ours. */
async function workIn(
  deps: Deps,
  provider: Provider,
  { subject, isNews }: Delivery,
): Promise<NewJob | undefined> {
  if (!isNews || !subject) return undefined
  if (subject.of === 'payment') return paymentWork(deps, subject)
  const attempt = await findAttemptAt(deps.db, provider.name, subject.providerId)
  if (!attempt) return undefined
  if (subject.of === 'refund') return refundNewsJob(attempt.id, subject.id)
  return subject.id === null ? undefined : disputeNewsJob(attempt.id, subject.id)
}

async function paymentWork(
  { db, log }: Deps,
  { attemptId, providerId }: DeliverySubject,
): Promise<NewJob | undefined> {
  if (attemptId === null) return undefined
  const work: Work = { attemptId, providerId }
  if (await findAttempt(db, attemptId)) return { kind: workJob, payload: work }
  log.warn({ attempt: attemptId, providerId }, 'A webhook is about an attempt that is not known here')
  throw new Refusal('PAYMENT_NOT_FOUND')
}

export function defineDeliveryJobs(deps: Deps): void {
  deps.jobs.define(workJob, { queue: settlementQueue, run: (payload) => workDelivery(deps, payload as Work) })
}

/** A delivery is a hint: the provider is asked, and may tell us the payment's id before the create call has. */
async function workDelivery(deps: Deps, { attemptId, providerId }: Work): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt || attempt.state === 'succeeded') return
  const payment = await providerOf(deps, attempt).fetchPayment(providerId)
  if (attempt.providerId === null && payment.attemptId === attempt.id) {
    await bindAttempt(deps.db, attempt.id, providerId)
    attempt.providerId = providerId
  }
  await recordPayment(deps, attempt, payment)
}
