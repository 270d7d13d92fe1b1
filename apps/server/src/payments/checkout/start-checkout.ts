import type { PaymentProvider } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, findReceiptEmail } from '../deps.ts'
import { verifyPlayer } from '../game-webhooks/verify-player.ts'
import { isProviderError, type Provider, ProviderRefused } from '../provider.ts'
import { applyPayment } from '../provider-events/apply-payment.ts'
import { providerDefinitions } from '../providers/index.ts'
import { closeAttempt, findOpenAttempt, insertAttempt } from '../records/attempt-store.ts'
import { findChargeAmount, toMoney } from '../records/order.ts'
import {
  beginAttempt,
  chooseProvider,
  endPending,
  expectOrder,
  findOrder,
  lockOrder,
} from '../records/order-store.ts'
import { ownsFromOtherOrder } from '../records/purchase-store.ts'
import { nextCheckAt } from '../records/schedules.ts'
import type { AttemptRow, OrderRow } from '../records/tables.ts'
import { cancelSuperseded, supersede } from './cancel.ts'
import { createPayment } from './create-payment.ts'
import { addScreenCall, isOutdated } from './screen-calls.ts'

export type StartRequest = {
  playerId: string
  orderId: string
  provider: PaymentProvider
  screenCall?: string | undefined
}

type StartedCheckout = { providerPaymentId: string; clientToken: string }

/** Each pass closes an attempt that has ended or is at another provider. More passes mean that other tabs interfere. */
const maxPasses = 5

/**
 * Opens the order at a provider, or returns the payment that is already open. Idempotent: the attempt row is the lock.
 * It is saved before calling the provider, so that a payment whose response was lost is still ours. A player who cancels
 * the order after this request opens nothing, whichever arrives first.
 * @throws Refusal PAYMENT_CANCELLED when the player has cancelled meanwhile, PAYMENT_CLOSED when an operator has decided about
 *   the order, PAYMENT_IN_PROGRESS when other tabs go on switching providers
 */
export async function startCheckout(deps: Deps, request: StartRequest): Promise<StartedCheckout> {
  const found = await expectOrder(deps, request.playerId, request.orderId)
  if (isOutdated(found, request.screenCall)) throw new Refusal('PAYMENT_CANCELLED')
  const order = { ...found, screenCalls: addScreenCall(found, request.screenCall) }
  const provider = selectProvider(deps, order, request.provider)
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const checkout = await checkOut(deps, order, provider)
    if (checkout) return checkout
  }
  throw new Refusal('PAYMENT_IN_PROGRESS')
}

/** @returns  null when the order had another attempt, which is closed now */
async function checkOut(deps: Deps, order: OrderRow, provider: Provider): Promise<StartedCheckout | null> {
  await verifyPlayer(deps, order, provider.name)
  const attempt = await openAttempt(deps, order, provider)
  if (!attempt) return null
  if (attempt.provider !== provider.name) {
    await supersede(deps, attempt)
    return null
  }
  try {
    return await (attempt.providerPaymentId === null
      ? create(deps, order, provider, attempt)
      : resume(deps, provider, attempt, attempt.providerPaymentId))
  } catch (error) {
    throw await refusalAfter(deps, attempt, error)
  }
}

async function create(
  deps: Deps,
  order: OrderRow,
  provider: Provider,
  opened: AttemptRow,
): Promise<StartedCheckout | null> {
  const { providerPaymentId, clientToken, attempt } = await createPayment(deps, provider, order, opened)
  if (attempt.supersededAt !== null) throw await refuseSuperseded(deps, order, attempt)
  return clientToken === null || attempt.state !== 'open'
    ? resume(deps, provider, attempt, providerPaymentId)
    : { providerPaymentId, clientToken }
}

/** Cancels a payment that the provider created after its attempt was closed here. */
async function refuseSuperseded(deps: Deps, order: OrderRow, attempt: AttemptRow): Promise<Refusal> {
  const check = await cancelSuperseded(deps, attempt)
  if (check?.kind === 'paid') return new Refusal('PAYMENT_ALREADY_PAID')
  const latest = await findOrder(deps.db, order.id)
  if (latest?.closedAt != null) return new Refusal('PAYMENT_CLOSED')
  return new Refusal(latest?.cancelCount === order.cancelCount ? 'PAYMENT_IN_PROGRESS' : 'PAYMENT_CANCELLED')
}

/**
 * @throws Refusal PAYMENTS_METHODS_NOT_EXIST when the project does not offer the provider or has no price for it,
 *         PAYMENTS_PROVIDER_DATA_NOT_EXIST when it is not configured
 */
function selectProvider({ catalogue, providers }: Deps, order: OrderRow, name: PaymentProvider): Provider {
  const allowed = catalogue.project(order.project)?.paymentsMethods ?? []
  const isOffered =
    allowed.some(({ provider }) => provider === name) && findChargeAmount(order, name) !== null
  if (!isOffered) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const provider = providers[name]
  if (!provider) throw new Refusal('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
  return provider
}

/**
 * The order's open attempt. When two calls race, one inserts it, and both return the same row.
 * @returns  undefined when the attempt that blocked the insert has been closed in between
 * @throws Refusal RECEIPT_EMAIL_REQUIRED when a fiscal receipt has no recipient email, PAYMENT_ALREADY_PAID, PAYMENT_CLOSED,
 *   PAYMENT_CANCELLED
 */
async function openAttempt(deps: Deps, order: OrderRow, provider: Provider): Promise<AttemptRow | undefined> {
  const now = deps.clock.now()
  const receiptEmail = await findReceiptEmail(deps, order.playerId)
  if (provider.needsReceiptEmail && !receiptEmail) throw new Refusal('RECEIPT_EMAIL_REQUIRED')
  const attempt = newAttempt(order, provider, receiptEmail, now)
  const isOneTime = deps.catalogue.item(order.itemId)?.once === true
  return transact(deps.db, async (tx) => {
    if (isOneTime && (await ownsFromOtherOrder(tx, order))) throw new Refusal('ITEM_ALREADY_OWNED')
    if (!(await beginAttempt(tx, order, attempt))) {
      const latest = await findOrder(tx, order.id)
      if (latest?.closedAt != null) throw new Refusal('PAYMENT_CLOSED')
      throw new Refusal(latest?.status === 'paid' ? 'PAYMENT_ALREADY_PAID' : 'PAYMENT_CANCELLED')
    }
    if (await insertAttempt(tx, attempt)) return attempt
    const open = await findOpenAttempt(tx, order.id)
    if (open) await chooseProvider(tx, order.id, open.provider, toMoney(open))
    return open
  })
}

function newAttempt(
  order: OrderRow,
  { name }: Provider,
  receiptEmail: string | null,
  now: number,
): AttemptRow {
  const charge = findChargeAmount(order, name)
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

/**
 * Continues an open payment.
 * @returns  null when it has ended unpaid, which is recorded now
 */
async function resume(
  deps: Deps,
  provider: Provider,
  attempt: AttemptRow,
  providerPaymentId: string,
): Promise<StartedCheckout | null> {
  const { payment, clientToken } = await provider.resumeCheckout(providerPaymentId)
  const { kind } = await applyPayment(deps, { ...attempt, providerPaymentId }, payment)
  if (kind === 'open' && clientToken !== null) return { providerPaymentId, clientToken }
  if (kind === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  // The buyer has paid: the provider is still processing the money, or it does not match the attempt.
  if (kind === 'open' || kind === 'mismatch') throw new Refusal('PAYMENT_IN_PROGRESS')
  return null
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
  return new Refusal(providerDefinitions[provider].startRefusal, undefined, { cause: error })
}
