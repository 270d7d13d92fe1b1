import type { OrderStatus, PaymentProvider, RefusalCode } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { chargeOf, moneyOf } from '../orders/order.ts'
import { beginOrderAt, chooseProvider, leavePending, lockOrder } from '../orders/order-store.ts'
import { orderOf } from '../orders/owned-order.ts'
import { receiptEmailOf } from '../orders/payment-screen.ts'
import { type Checkout, isProviderTrouble, type Provider, ProviderRefused } from '../providers/provider.ts'
import type { AttemptRow, OrderRow } from '../tables.ts'
import { verifyPlayer } from '../webhooks/verify-player.ts'
import { bindAttempt, closeAttempt, findAttemptAt, findOpenAttempt, insertAttempt } from './attempt-store.ts'
import { checkoutRequest } from './charge.ts'
import { recordPayment } from './settlement.ts'
import { supersede } from './supersede.ts'
import { nextCheckAt } from './verdict.ts'

type Start = { playerId: string; orderId: string; provider: PaymentProvider }

/** What the browser goes on with. */
type Opened = { providerId: string; handover: string }

/**
 * Opens the order at a provider, or gives the open payment back. Safe to repeat: the attempt's row is the lock, and it
 * is saved before the provider is asked, so that a payment we never heard back about is still ours.
 */
export async function startCheckout(deps: Deps, start: Start): Promise<Opened> {
  const order = await orderOf(deps, start.playerId, start.orderId)
  const provider = providerFor(deps, order, start.provider)
  await verifyPlayer(deps, order, provider.name)
  const attempt = await openAttempt(deps, order, provider)
  if (attempt.provider !== provider.name) {
    await supersede(deps, attempt)
    return startCheckout(deps, start)
  }
  try {
    const { providerId, handover } =
      attempt.providerId === null
        ? await begin(deps, provider, order, attempt)
        : { providerId: attempt.providerId, handover: null }
    return handover === null
      ? await resume(deps, provider, start, attempt, providerId)
      : { providerId, handover }
  } catch (error) {
    throw await afterFailure(deps, attempt, error)
  }
}

/** @throws Refusal PAYMENTS_METHODS_NOT_EXIST when the project does not sell this way, PAYMENTS_PROVIDER_DATA_NOT_EXIST
 *         when it does and the hub has no keys for it */
function providerFor({ catalogue, providers }: Deps, order: OrderRow, name: PaymentProvider): Provider {
  const allowed = catalogue.project(order.project)?.paymentsMethods ?? []
  if (!allowed.some(({ provider }) => provider === name)) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const provider = providers[name]
  if (!provider) throw new Refusal('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
  return provider
}

/** The order's open attempt: of two that begin together one inserts, and both read the same row. */
async function openAttempt(deps: Deps, order: OrderRow, provider: Provider): Promise<AttemptRow> {
  const now = deps.clock.now()
  const ours = newAttempt(order, provider, await receiptEmailOf(deps, order.playerId), now)
  const opened = await transact(deps.db, async (tx) => {
    if (!(await beginOrderAt(tx, order.id, ours, now))) throw new Refusal('PAYMENT_ALREADY_PAID')
    if (await insertAttempt(tx, ours)) return ours
    const open = await findOpenAttempt(tx, order.id)
    if (open) await chooseProvider(tx, order.id, open.provider, moneyOf(open))
    return open
  })
  // What was in the way has been closed in this very moment.
  return opened ?? openAttempt(deps, order, provider)
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
    supersededAt: null,
    nextAuditAt: null,
    reconciledAt: null,
  }
}

/** Asks the provider to open the attempt. It may be the second time: the same words make the same payment. */
export async function begin(
  { db, config }: Deps,
  provider: Provider,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<Checkout> {
  const checkout = await provider.startCheckout(checkoutRequest(order, attempt, config.http.publicUrl))
  await bindAttempt(db, attempt.id, checkout.providerId)
  return checkout
}

/** The payment that is open already; when it turns out to be over, what that means is recorded first. */
async function resume(
  deps: Deps,
  provider: Provider,
  start: Start,
  attempt: AttemptRow,
  providerId: string,
): Promise<Opened> {
  const { payment, handover } = await provider.resumeCheckout(providerId)
  const verdict = await recordPayment(deps, { ...attempt, providerId }, payment)
  if (verdict.kind === 'open' && handover !== null) return { providerId, handover }
  if (verdict.kind === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  // Money is held, by us or by the provider: the buyer has done their part.
  if (verdict.kind === 'open' || verdict.kind === 'held') throw new Refusal('PAYMENT_IN_PROGRESS')
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
  if (!isProviderTrouble(error)) return error
  const { id, orderId, provider } = attempt
  deps.log.error({ err: error, order: orderId, attempt: id, provider }, 'A provider did not open a payment')
  if (isRefused && attempt.providerId === null) {
    await transact(deps.db, async (tx) => {
      await lockOrder(tx, orderId)
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
    if (!isProviderTrouble(error)) throw error
    deps.log.error(
      { err: error, order: order.id, attempt: attempt.id },
      'A provider did not cancel a payment',
    )
    throw new Refusal('PROVIDER_UNAVAILABLE', undefined, { cause: error })
  }
  return (await orderOf(deps, request.playerId, order.id)).status
}
