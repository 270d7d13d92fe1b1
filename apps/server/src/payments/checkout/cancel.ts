import type { OrderStatus } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { releaseIdle } from '../offers/reserve.ts'
import { isProviderError } from '../provider.ts'
import { cancelAttempt } from '../provider-events/apply-payment.ts'
import {
  clearSuperseded,
  findAttemptAt,
  findOpenAttempt,
  supersedeAttempt,
} from '../records/attempt-store.ts'
import { countCancellation, endPending, expectOrder, lockOrder } from '../records/order-store.ts'
import type { PaymentCheck } from '../records/payment-check.ts'
import type { AttemptRow } from '../records/tables.ts'
import { addScreenCall, isOutdated } from './screen-calls.ts'

/** Maximum payments closed by one cancellation: each opened while the previous one was being cancelled. */
const MAX_CANCELLED_ATTEMPTS = 3

/**
 * Cancels an order's payment at any provider, at its player's request, and every checkout in flight. If it was paid
 * meanwhile, the order is paid. An uncancellable payment is superseded.
 * @returns the order's current status
 * @throws Refusal PAYMENT_IN_PROGRESS when money arrived and does not match the attempt
 */
export async function cancelOrder(deps: Deps, request: CancelRequest): Promise<OrderStatus> {
  await expectOrder(deps, request.playerId, request.orderId)
  for (let round = 0; round < MAX_CANCELLED_ATTEMPTS; round++) {
    if (!(await endCheckouts(deps, request))) break
    const status = await cancelOpenAttempt(deps, request)
    if (status !== 'pending') return status
  }
  return (await expectOrder(deps, request.playerId, request.orderId)).status
}

type CancelRequest = { playerId: string; orderId: string; screenCall?: string | undefined }

/** Ends earlier checkouts. @returns  false when the screen has begun another one since it cancelled */
function endCheckouts({ db }: Deps, { orderId, screenCall }: CancelRequest): Promise<boolean> {
  return transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || isOutdated(order, screenCall)) return false
    await countCancellation(tx, { id: orderId, screenCalls: addScreenCall(order, screenCall) })
    return true
  })
}

/** @returns the order's current status: pending when another payment was opened meanwhile */
async function cancelOpenAttempt(deps: Deps, { playerId, orderId }: CancelRequest): Promise<OrderStatus> {
  const attempt = await findOpenAttempt(deps.db, orderId)
  if (attempt) await supersedeUnlessPaid(deps, attempt)
  await transact(deps.db, async (tx) => {
    await lockOrder(tx, orderId)
    await endPending(tx, orderId, 'none')
    await releaseIdle(tx, orderId)
  })
  return (await expectOrder(deps, playerId, orderId)).status
}

async function supersedeUnlessPaid(deps: Deps, attempt: AttemptRow): Promise<void> {
  try {
    await supersede(deps, attempt)
  } catch (error) {
    const isPaid = error instanceof Refusal && error.code === 'PAYMENT_ALREADY_PAID'
    if (!isPaid) throw error
  }
}

/**
 * Closes an order's open attempt in favour of another one. The provider cancels it first. If the provider cannot
 * (YooKassa) or does not respond, the attempt is closed here and reconciliation checks it until its provider has closed
 * it, too: a late payment pays the order, or is refunded when the order is already paid.
 * @throws Refusal PAYMENT_ALREADY_PAID when it was paid meanwhile, PAYMENT_IN_PROGRESS when money arrived and does not
 *   match the attempt
 */
export async function supersede(deps: Deps, attempt: AttemptRow): Promise<void> {
  refuseIfCharged(await cancelAtProvider(deps, attempt))
  const closed = await supersedeAttempt(deps.db, attempt.id, deps.clock.now())
  const isCreatedMeanwhile = attempt.providerPaymentId === null && closed && closed.providerPaymentId !== null
  if (isCreatedMeanwhile) refuseIfCharged(await cancelSuperseded(deps, closed))
}

function refuseIfCharged(check: PaymentCheck | undefined): void {
  if (check?.kind === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  if (check?.kind === 'mismatch') throw new Refusal('PAYMENT_IN_PROGRESS')
}

/** Cancels a superseded attempt's payment once it is known; reconciliation repeats what the provider did not do. */
export async function cancelSuperseded(deps: Deps, attempt: AttemptRow): Promise<PaymentCheck | undefined> {
  const check = await cancelAtProvider(deps, attempt)
  if (check && check.kind !== 'open') await clearSuperseded(deps.db, attempt.id)
  return check
}

/** Undefined when the provider did not respond. */
async function cancelAtProvider(deps: Deps, attempt: AttemptRow): Promise<PaymentCheck | undefined> {
  const { providerPaymentId } = attempt
  if (!deps.providers[attempt.provider] || providerPaymentId === null) return undefined
  try {
    return await cancelAttempt(deps, { ...attempt, providerPaymentId })
  } catch (error) {
    if (!isProviderError(error)) throw error
    deps.log.warn(
      { orderId: attempt.orderId, attemptId: attempt.id, reason: error.message },
      'Superseded payment not cancelled by the provider',
    )
    return undefined
  }
}

/**
 * Cancels one payment at one provider, at its player's request. If it was paid meanwhile, the order is paid.
 * @returns the order's current status
 * @throws Refusal PAYMENT_NOT_FOUND; PROVIDER_UNAVAILABLE, after which the payment is still open
 */
export async function cancelPayment(
  deps: Deps,
  request: CancelRequest & { provider: AttemptRow['provider']; providerPaymentId: string },
): Promise<OrderStatus> {
  const order = await expectOrder(deps, request.playerId, request.orderId)
  const attempt = await findAttemptAt(deps.db, request.provider, request.providerPaymentId)
  if (attempt?.orderId !== order.id || !deps.providers[request.provider])
    throw new Refusal('PAYMENT_NOT_FOUND')
  // A screen with numbered calls cancels the order's payment, even before it knows the payment's id.
  if (attempt.state !== 'open')
    return request.screenCall === undefined ? order.status : cancelOrder(deps, request)
  if (!(await endCheckouts(deps, request))) return order.status
  try {
    await cancelAttempt(deps, { ...attempt, providerPaymentId: request.providerPaymentId })
  } catch (error) {
    if (!isProviderError(error)) throw error
    deps.log.error(
      { err: error, orderId: order.id, attemptId: attempt.id },
      'Payment not cancelled by the provider',
    )
    throw new Refusal('PROVIDER_UNAVAILABLE', undefined, { cause: error })
  }
  if (order.offerIds !== null) await transact(deps.db, (tx) => releaseIdle(tx, order.id))
  return (await expectOrder(deps, request.playerId, order.id)).status
}
