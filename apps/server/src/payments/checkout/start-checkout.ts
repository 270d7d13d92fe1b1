import type { PaymentProvider, RefusalCode } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, receiptEmailOf } from '../deps.ts'
import { verifyPlayer } from '../game-webhooks/verify-player.ts'
import { closeAttempt, findOpenAttempt, insertAttempt } from '../ledger/attempt-store.ts'
import { chargeOf, moneyOf } from '../ledger/order.ts'
import {
  beginAttempt,
  chooseProvider,
  endPending,
  expectOrder,
  findOrder,
  lockOrder,
} from '../ledger/order-store.ts'
import { ownsFromOtherOrder } from '../ledger/purchase-store.ts'
import { nextCheckAt } from '../ledger/schedules.ts'
import type { AttemptRow, OrderRow } from '../ledger/tables.ts'
import { isProviderError, type Provider, ProviderRefused } from '../provider.ts'
import { applyPayment } from '../settlement/settle-attempt.ts'
import { cancelSuperseded, supersede } from './cancel.ts'
import { createPayment } from './create-payment.ts'

type StartRequest = { playerId: string; orderId: string; provider: PaymentProvider }

type StartedCheckout = { providerPaymentId: string; clientToken: string }

/**
 * Opens the order at a provider, or returns the payment that is already open. Idempotent: the attempt row is the lock.
 * It is saved before calling the provider, so that a payment whose response was lost is still ours.
 */
export async function startCheckout(deps: Deps, request: StartRequest): Promise<StartedCheckout> {
  const order = await expectOrder(deps, request.playerId, request.orderId)
  return checkOut(deps, order, selectProvider(deps, order, request.provider))
}

/**
 * @param order  As it was when the request arrived: if the player cancels it after that, nothing is opened.
 * @throws Refusal PAYMENT_CANCELLED when the player has cancelled meanwhile, PAYMENT_IN_PROGRESS when another tab has
 *   switched to another provider meanwhile
 */
async function checkOut(deps: Deps, order: OrderRow, provider: Provider): Promise<StartedCheckout> {
  await verifyPlayer(deps, order, provider.name)
  const attempt = await openAttempt(deps, order, provider)
  if (attempt.provider !== provider.name) {
    await supersede(deps, attempt)
    return checkOut(deps, order, provider)
  }
  try {
    return await (attempt.providerPaymentId === null
      ? create(deps, order, provider, attempt)
      : resume(deps, order, provider, attempt, attempt.providerPaymentId))
  } catch (error) {
    throw await refusalAfter(deps, attempt, error)
  }
}

async function create(
  deps: Deps,
  order: OrderRow,
  provider: Provider,
  opened: AttemptRow,
): Promise<StartedCheckout> {
  const { providerPaymentId, clientToken, attempt } = await createPayment(deps, provider, order, opened)
  if (attempt.supersededAt !== null) throw await refuseSuperseded(deps, order, attempt)
  return clientToken === null || attempt.state !== 'open'
    ? resume(deps, order, provider, attempt, providerPaymentId)
    : { providerPaymentId, clientToken }
}

/** Cancels a payment that the provider created after its attempt was closed here. */
async function refuseSuperseded(deps: Deps, order: OrderRow, attempt: AttemptRow): Promise<Refusal> {
  const check = await cancelSuperseded(deps, attempt)
  if (check?.kind === 'paid') return new Refusal('PAYMENT_ALREADY_PAID')
  const latest = await findOrder(deps.db, order.id)
  return new Refusal(latest?.cancelCount === order.cancelCount ? 'PAYMENT_IN_PROGRESS' : 'PAYMENT_CANCELLED')
}

/**
 * @throws Refusal PAYMENTS_METHODS_NOT_EXIST when the project does not offer the provider or has no price for it,
 *         PAYMENTS_PROVIDER_DATA_NOT_EXIST when it is not configured
 */
function selectProvider({ catalogue, providers }: Deps, order: OrderRow, name: PaymentProvider): Provider {
  const allowed = catalogue.project(order.project)?.paymentsMethods ?? []
  const isOffered = allowed.some(({ provider }) => provider === name) && chargeOf(order, name) !== null
  if (!isOffered) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const provider = providers[name]
  if (!provider) throw new Refusal('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
  return provider
}

/**
 * The order's open attempt. When two calls race, one inserts it, and both return the same row.
 * @throws Refusal RECEIPT_EMAIL_REQUIRED when a fiscal receipt has no recipient email, PAYMENT_ALREADY_PAID
 */
async function openAttempt(deps: Deps, order: OrderRow, provider: Provider): Promise<AttemptRow> {
  const now = deps.clock.now()
  const receiptEmail = await receiptEmailOf(deps, order.playerId)
  if (provider.needsReceiptEmail && !receiptEmail) throw new Refusal('RECEIPT_EMAIL_REQUIRED')
  const attempt = newAttempt(order, provider, receiptEmail, now)
  const isOnce = deps.catalogue.item(order.itemId)?.once === true
  const opened = await transact(deps.db, async (tx) => {
    if (isOnce && (await ownsFromOtherOrder(tx, order))) throw new Refusal('ITEM_ALREADY_OWNED')
    if (!(await beginAttempt(tx, order, attempt))) {
      const isPaid = (await findOrder(tx, order.id))?.status === 'paid'
      throw new Refusal(isPaid ? 'PAYMENT_ALREADY_PAID' : 'PAYMENT_CANCELLED')
    }
    if (await insertAttempt(tx, attempt)) return attempt
    const open = await findOpenAttempt(tx, order.id)
    if (open) await chooseProvider(tx, order.id, open.provider, moneyOf(open))
    return open
  })
  // Undefined: the blocking attempt has been closed in between.
  return opened ?? openAttempt(deps, order, provider)
}

function newAttempt(
  order: OrderRow,
  { name }: Provider,
  receiptEmail: string | null,
  now: number,
): AttemptRow {
  const charge = chargeOf(order, name)
  if (!charge) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  return {
    id: newId(),
    orderId: order.id,
    provider: name,
    providerPaymentId: null,
    ...charge,
    state: 'open',
    receiptEmail,
    paidWith: null,
    reviewReason: null,
    checkedAt: 0,
    nextCheckAt: nextCheckAt({ createdAt: now }, now),
    createdAt: now,
    closedAt: null,
    supersededAt: null,
    cancelRequestedAt: null,
    nextTotalsCheckAt: null,
    reconciledAt: null,
  }
}

/** Continues an open payment. If it is no longer open, its outcome is applied first. */
async function resume(
  deps: Deps,
  order: OrderRow,
  provider: Provider,
  attempt: AttemptRow,
  providerPaymentId: string,
): Promise<StartedCheckout> {
  const { payment, clientToken } = await provider.resumeCheckout(providerPaymentId)
  const { kind } = await applyPayment(deps, { ...attempt, providerPaymentId }, payment)
  if (kind === 'open' && clientToken !== null) return { providerPaymentId, clientToken }
  if (kind === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  // The buyer has paid: the provider is still processing the money, or it does not match the attempt.
  if (kind === 'open' || kind === 'mismatch') throw new Refusal('PAYMENT_IN_PROGRESS')
  return checkOut(deps, order, provider)
}

const startRefusals: Record<PaymentProvider, RefusalCode> = {
  stripe: 'CREATE_PAYMENT_STRIPE_ERROR',
  yookassa: 'PROVIDER_UNAVAILABLE',
  'yandex-pay': 'PROVIDER_UNAVAILABLE',
}

/** Closes an attempt that the provider refused to open. One that may have opened stays for the next call. */
async function refusalAfter(deps: Deps, attempt: AttemptRow, error: unknown): Promise<unknown> {
  if (!isProviderError(error)) return error
  const { id, orderId, provider } = attempt
  deps.log.error({ err: error, orderId, attemptId: id, provider }, 'Payment not opened by the provider')
  if (error instanceof ProviderRefused && attempt.providerPaymentId === null) {
    await transact(deps.db, async (tx) => {
      await lockOrder(tx, orderId)
      await closeAttempt(tx, id, 'failed', deps.clock.now())
      await endPending(tx, orderId, 'none')
    })
  }
  return new Refusal(startRefusals[provider], undefined, { cause: error })
}
