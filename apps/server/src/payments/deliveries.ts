import { transact } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { Refusal } from '../platform/refusal.ts'
import { bindAttempt, findAttempt } from './attempt-store.ts'
import { insertDelivery } from './delivery-store.ts'
import type { Deps } from './deps.ts'
import { type Delivery, DeliveryForged, type Provider } from './providers/provider.ts'
import { providerOf, recordPayment } from './settlement.ts'

const workJob = 'payments.work-delivery'

type Work = { attemptId: string; providerId: string }

/**
 * Files a provider's webhook and plans its work. Returning acknowledges it; a repeated one changes nothing.
 * @throws Refusal BODY_INVALID when the provider did not send it; PAYMENT_NOT_FOUND when it is about an attempt that we
 *         do not know yet, so that the provider sends it again
 */
export async function receiveDelivery(
  deps: Deps,
  provider: Provider,
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const delivery = readOrRefuse(deps, provider, raw, headers)
  const work = await workIn(deps, delivery)
  await transact(deps.db, async (tx) => {
    const isNew = await insertDelivery(tx, {
      id: newId(),
      provider: provider.name,
      deliveryKey: delivery.key,
      kind: delivery.kind,
      providerId: delivery.providerId,
      raw: raw.toString('utf8'),
      receivedAt: deps.clock.now(),
    })
    if (isNew && work) await deps.jobs.enqueue(tx, { kind: workJob, payload: work })
  })
}

function readOrRefuse(
  { log }: Deps,
  provider: Provider,
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Delivery {
  try {
    return provider.readDelivery(raw, headers)
  } catch (cause) {
    if (!(cause instanceof DeliveryForged)) throw cause
    log.warn({ provider: provider.name, reason: cause.message }, 'A webhook was refused')
    throw new Refusal('BODY_INVALID', undefined, { cause })
  }
}

/** What there is to do about a delivery: nothing, when it ends no payment or none of ours. */
async function workIn({ db, log }: Deps, delivery: Delivery): Promise<Work | undefined> {
  const { attemptId, providerId, isNews } = delivery
  if (!isNews || attemptId === null || providerId === null) return undefined
  if (await findAttempt(db, attemptId)) return { attemptId, providerId }
  log.warn({ attempt: attemptId, providerId }, 'A webhook is about an attempt that is not known here')
  throw new Refusal('PAYMENT_NOT_FOUND')
}

export function defineDeliveryJobs(deps: Deps): void {
  deps.jobs.define(workJob, { run: (payload) => workDelivery(deps, payload as Work) })
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
