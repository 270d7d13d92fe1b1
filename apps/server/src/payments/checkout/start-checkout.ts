import type { PaymentProvider, RefusalCode } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, receiptEmailOf } from '../deps.ts'
import { verifyPlayer } from '../game-webhooks/verify-player.ts'
import { closeAttempt, findOpenAttempt, insertAttempt } from '../ledger/attempt-store.ts'
import { chargeOf, moneyOf } from '../ledger/order.ts'
import {
  chooseProvider,
  endPending,
  expectOrder,
  lockOrder,
  markOrderPending,
} from '../ledger/order-store.ts'
import { nextCheckAt } from '../ledger/schedules.ts'
import type { AttemptRow, OrderRow } from '../ledger/tables.ts'
import { isProviderError, type Provider, ProviderRefused } from '../provider.ts'
import { applyPayment } from '../settlement/settle-attempt.ts'
import { supersede } from './cancel.ts'
import { createPayment } from './create-payment.ts'

type StartRequest = { playerId: string; orderId: string; provider: PaymentProvider }

type StartedCheckout = { providerPaymentId: string; clientToken: string }

/**
 * Opens the order at a provider, or returns the payment that is already open. Idempotent: the attempt row is the lock.
 * It is saved before the provider is called, so that a payment whose response was lost is still ours.
 */
export async function startCheckout(deps: Deps, request: StartRequest): Promise<StartedCheckout> {
  const order = await expectOrder(deps, request.playerId, request.orderId)
  const provider = selectProvider(deps, order, request.provider)
  await verifyPlayer(deps, order, provider.name)
  const attempt = await openAttempt(deps, order, provider)
  if (attempt.provider !== provider.name) {
    await supersede(deps, attempt)
    return startCheckout(deps, request)
  }
  try {
    if (attempt.providerPaymentId !== null) {
      return await resume(deps, provider, request, attempt, attempt.providerPaymentId)
    }
    const { providerPaymentId, clientToken } = await createPayment(deps, provider, order, attempt)
    return clientToken === null
      ? await resume(deps, provider, request, attempt, providerPaymentId)
      : { providerPaymentId, clientToken }
  } catch (error) {
    throw await refusalAfter(deps, attempt, error)
  }
}

/**
 * @throws Refusal PAYMENTS_METHODS_NOT_EXIST when the project does not offer the provider,
 *         PAYMENTS_PROVIDER_DATA_NOT_EXIST when it is not configured
 */
function selectProvider({ catalogue, providers }: Deps, order: OrderRow, name: PaymentProvider): Provider {
  const allowed = catalogue.project(order.project)?.paymentsMethods ?? []
  if (!allowed.some(({ provider }) => provider === name)) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const provider = providers[name]
  if (!provider) throw new Refusal('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
  return provider
}

/** The order's open attempt. Of two concurrent calls one inserts it, and both return the same row. */
async function openAttempt(deps: Deps, order: OrderRow, provider: Provider): Promise<AttemptRow> {
  const now = deps.clock.now()
  const attempt = newAttempt(order, provider, await receiptEmailOf(deps, order.playerId), now)
  const opened = await transact(deps.db, async (tx) => {
    if (!(await markOrderPending(tx, order.id, now, attempt))) throw new Refusal('PAYMENT_ALREADY_PAID')
    if (await insertAttempt(tx, attempt)) return attempt
    const open = await findOpenAttempt(tx, order.id)
    if (open) await chooseProvider(tx, order.id, open.provider, moneyOf(open))
    return open
  })
  // Undefined: the attempt that blocked the insert has been closed in between.
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
    providerPaymentId: null,
    ...chargeOf(order, name),
    state: 'open',
    receiptEmail,
    paidWith: null,
    reviewReason: null,
    checkedAt: 0,
    nextCheckAt: nextCheckAt({ createdAt: now }, now),
    createdAt: now,
    closedAt: null,
    supersededAt: null,
    nextTotalsCheckAt: null,
    reconciledAt: null,
  }
}

/** Continues an open payment. If it is no longer open, its outcome is applied first. */
async function resume(
  deps: Deps,
  provider: Provider,
  request: StartRequest,
  attempt: AttemptRow,
  providerPaymentId: string,
): Promise<StartedCheckout> {
  const { payment, clientToken } = await provider.resumeCheckout(providerPaymentId)
  const { kind } = await applyPayment(deps, { ...attempt, providerPaymentId }, payment)
  if (kind === 'open' && clientToken !== null) return { providerPaymentId, clientToken }
  if (kind === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  // The buyer has paid: the provider is still processing the money, or it does not match the attempt.
  if (kind === 'open' || kind === 'mismatch') throw new Refusal('PAYMENT_IN_PROGRESS')
  return startCheckout(deps, request)
}

const startRefusals: Record<PaymentProvider, RefusalCode> = {
  stripe: 'CREATE_PAYMENT_STRIPE_ERROR',
  yookassa: 'PROVIDER_UNAVAILABLE',
  'yandex-pay': 'PROVIDER_UNAVAILABLE',
}

/** Closes an attempt that the provider refused to open. One that may have been opened stays for the next call. */
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
