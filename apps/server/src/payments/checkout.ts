import type { OrderStatus, PaymentProvider, RefusalCode } from '@playhub/contract'
import { transact } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { Refusal } from '../platform/refusal.ts'
import { bindAttempt, closeAttempt, findAttemptAt, findOpenAttempt, insertAttempt } from './attempt-store.ts'
import type { Deps } from './deps.ts'
import { chargeOf, moneyOf } from './order.ts'
import { beginOrder, chooseProvider, leavePending } from './order-store.ts'
import { orderOf } from './owned-order.ts'
import { methodsFor, receiptEmailOf } from './payment-screen.ts'
import {
  type Checkout,
  type CheckoutRequest,
  type Provider,
  ProviderRefused,
  ProviderUnavailable,
} from './providers/provider.ts'
import { recordPayment } from './settlement.ts'
import type { AttemptRow, OrderRow } from './tables.ts'
import { nextCheckAt } from './verdict.ts'

type Start = { playerId: string; orderId: string; provider: PaymentProvider }

/**
 * Opens the order at a provider, or gives the open payment back. Safe to repeat: the attempt's row is the lock, and it
 * is saved before the provider is asked, so that a payment we never heard back about is still ours.
 */
export async function startCheckout(deps: Deps, start: Start): Promise<Checkout> {
  const order = await orderOf(deps, start.playerId, start.orderId)
  const provider = providerFor(deps, order, start.provider)
  const attempt = await openAttempt(deps, order, provider)
  if (attempt.provider !== provider.name) throw new Refusal('PAYMENT_IN_PROGRESS')
  try {
    return attempt.providerId === null
      ? await begin(deps, provider, order, attempt)
      : await resume(deps, provider, start, attempt, attempt.providerId)
  } catch (error) {
    throw await afterFailure(deps, attempt, error)
  }
}

function providerFor(deps: Deps, order: OrderRow, name: PaymentProvider): Provider {
  const isAllowed = methodsFor(deps, order).some((method) => method.provider === name)
  const provider = deps.providers[name]
  if (!isAllowed || !provider) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  return provider
}

/** The order's open attempt: of two that begin together one inserts, and both read the same row. */
async function openAttempt(deps: Deps, { id, playerId }: OrderRow, provider: Provider): Promise<AttemptRow> {
  const receiptEmail = await receiptEmailOf(deps, playerId)
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    const order = await beginOrder(tx, id, now)
    if (!order) throw new Refusal('PAYMENT_ALREADY_PAID')
    await insertAttempt(tx, newAttempt(order, provider, receiptEmail, now))
    const attempt = await findOpenAttempt(tx, id)
    if (!attempt) throw new Error(`Order ${id} has no open attempt after one was opened`)
    await chooseProvider(tx, id, attempt.provider, moneyOf(attempt))
    return attempt
  })
}

function newAttempt(
  order: OrderRow,
  { name }: Provider,
  receiptEmail: string | null,
  now: number,
): AttemptRow {
  return {
    id: newId(),
    orderId: order.id,
    provider: name,
    providerId: null,
    ...chargeOf(order, name),
    state: 'open',
    receiptEmail,
    paidWith: null,
    heldReason: null,
    checkedAt: 0,
    nextCheckAt: nextCheckAt({ createdAt: now }, now),
    createdAt: now,
    closedAt: null,
    refundId: null,
  }
}

/** Asks the provider to open the attempt. It may be the second time: the same words make the same payment. */
export async function begin(
  { db }: Deps,
  provider: Provider,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<Checkout> {
  const checkout = await provider.startCheckout(checkoutRequest(order, attempt))
  await bindAttempt(db, attempt.id, checkout.providerId)
  return checkout
}

/** Only what the rows say, so that a repeated request never differs from the first. */
function checkoutRequest(order: OrderRow, attempt: AttemptRow): CheckoutRequest {
  return {
    attemptId: attempt.id,
    orderId: order.id,
    charge: moneyOf(attempt),
    description: `${order.titleEn} (${order.project})`,
    receiptEmail: attempt.receiptEmail,
  }
}

/** The payment that is open already; when it turns out to be over, what that means is recorded first. */
async function resume(
  deps: Deps,
  provider: Provider,
  start: Start,
  attempt: AttemptRow,
  providerId: string,
): Promise<Checkout> {
  const { payment, ...checkout } = await provider.resumeCheckout(providerId)
  const verdict = await recordPayment(deps, attempt, payment)
  if (verdict.kind === 'open') return checkout
  if (verdict.kind === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  if (verdict.kind === 'held') throw new Refusal('PAYMENT_IN_PROGRESS')
  return startCheckout(deps, start)
}

const startRefusals: Record<PaymentProvider, RefusalCode> = {
  stripe: 'CREATE_PAYMENT_STRIPE_ERROR',
  yookassa: 'PROVIDER_UNAVAILABLE',
  'yandex-pay': 'PROVIDER_UNAVAILABLE',
}

/** A payment the provider will never open is closed; one it may have opened waits for the next try. */
async function afterFailure(deps: Deps, attempt: AttemptRow, error: unknown): Promise<unknown> {
  const isRefused = error instanceof ProviderRefused
  if (!isRefused && !(error instanceof ProviderUnavailable)) return error
  const { id, orderId, provider } = attempt
  deps.log.error({ err: error, order: orderId, attempt: id, provider }, 'A provider did not open a payment')
  if (isRefused && attempt.providerId === null) {
    await transact(deps.db, async (tx) => {
      await closeAttempt(tx, id, 'failed', deps.clock.now())
      await leavePending(tx, orderId, 'none')
    })
  }
  return new Refusal(startRefusals[provider], undefined, { cause: error })
}

/**
 * Closes an order's payment because the player asked. The provider decides: if the money was faster, the order is paid.
 * @returns how the order stands now
 */
export async function cancelCheckout(
  deps: Deps,
  request: { playerId: string; orderId: string; provider: PaymentProvider; providerId: string },
): Promise<OrderStatus> {
  const order = await orderOf(deps, request.playerId, request.orderId)
  const attempt = await findAttemptAt(deps.db, request.provider, request.providerId)
  const provider = deps.providers[request.provider]
  if (attempt?.orderId !== order.id || !provider) throw new Refusal('PAYMENT_NOT_FOUND')
  if (attempt.state !== 'open') return order.status
  try {
    await recordPayment(deps, attempt, await provider.cancel(request.providerId))
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.error(
      { err: error, order: order.id, attempt: attempt.id },
      'A provider did not cancel a payment',
    )
    throw new Refusal('PROVIDER_UNAVAILABLE', undefined, { cause: error })
  }
  return (await orderOf(deps, request.playerId, order.id)).status
}
