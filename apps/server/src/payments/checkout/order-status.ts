import type { PaymentAttempt, PaymentPayload, PaymentState } from '@playhub/contract'
import { SECOND_MS } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import { isProviderError } from '../provider.ts'
import { syncAttempt } from '../provider-events/apply-payment.ts'
import { claimCheck, findCurrentAttempt, findOpenAttempt } from '../records/attempt-store.ts'
import { expectOrder, markOrderPending } from '../records/order-store.ts'
import { findPurchaseByOrder } from '../records/purchase-store.ts'
import type { AttemptRow, OrderRow, PurchaseRow } from '../records/tables.ts'
import { addScreenCall, isOutdated } from './screen-calls.ts'

/** Returns the order's state. While pending, checks the provider first, at most once a second. */
export async function refreshOrderStatus(
  deps: Deps,
  playerId: string,
  orderId: string,
): Promise<PaymentState> {
  const order = await expectOrder(deps, playerId, orderId)
  const isChecked = order.status === 'pending' && (await checkProvider(deps, order))
  return getPaymentState(deps, isChecked ? await expectOrder(deps, playerId, orderId) : order)
}

/** True when the provider responded. An error at the provider leaves the order as it is. */
async function checkProvider(deps: Deps, order: OrderRow): Promise<boolean> {
  const attempt = await findOpenAttempt(deps.db, order.id)
  const now = deps.clock.now()
  if (!attempt?.providerPaymentId || !(await claimCheck(deps.db, attempt.id, now, now - SECOND_MS)))
    return false
  try {
    await syncAttempt(deps, attempt)
    return true
  } catch (error) {
    if (!isProviderError(error)) throw error
    deps.log.warn(
      { orderId: order.id, attemptId: attempt.id, reason: error.message },
      'Payment status not available from the provider',
    )
    return false
  }
}

/** `result` is false when the order is already paid or closed, or was cancelled after this call. */
export async function markPending(
  deps: Deps,
  { playerId, orderId, screenCall }: { playerId: string; orderId: string; screenCall?: string | undefined },
): Promise<{ result: boolean; payload: PaymentPayload }> {
  const order = await expectOrder(deps, playerId, orderId)
  const called = { ...order, screenCalls: addScreenCall(order, screenCall) }
  const pending = isOutdated(order, screenCall)
    ? undefined
    : await markOrderPending(deps.db, called, deps.clock.now())
  const { payload } = await getPaymentState(deps, pending ?? (await expectOrder(deps, playerId, orderId)))
  return { result: pending !== undefined, payload }
}

async function getPaymentState({ db }: Deps, order: OrderRow): Promise<PaymentState> {
  const isDecided = order.status === 'paid' || order.closedAt !== null
  const purchase = isDecided ? await findPurchaseByOrder(db, order.id) : undefined
  const { status, project, itemId, currency, amountMinor, paidAt } = order
  const attempt = await findCurrentAttempt(db, order)
  const payload = { paymentId: order.id, project, itemId, currency, amountMinor, paidAt }
  return {
    status,
    payload: {
      ...payload,
      purchaseId: purchase?.id ?? null,
      attempt: attempt ? toPaymentAttempt(attempt) : null,
      closed: describeClosed(order, purchase),
    },
  }
}

/** Undefined for an open order. */
export function describeClosed(
  { closedAt }: Pick<OrderRow, 'closedAt'>,
  purchase: Pick<PurchaseRow, 'state'> | undefined,
): PaymentPayload['closed'] {
  if (closedAt === null) return undefined
  return purchase && purchase.state !== 'revoked' ? 'granted' : 'revoked'
}

function toPaymentAttempt(attempt: AttemptRow): PaymentAttempt {
  return { id: attempt.id, provider: attempt.provider, state: toPlayerState(attempt) }
}

/** A provider also ends a payment by itself when it times out. */
function toPlayerState({ state, cancelRequestedAt, supersededAt }: AttemptRow): PaymentAttempt['state'] {
  if (state === 'open') return state
  if (state === 'succeeded') return 'paid'
  if (state === 'failed') return 'declined'
  return cancelRequestedAt === null && supersededAt === null ? 'expired' : 'cancelled'
}
