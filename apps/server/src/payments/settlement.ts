import { type Tx, transact } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { closeAttempt, findAttempt, holdAttempt, recordRefund, succeedAttempt } from './attempt-store.ts'
import type { Deps } from './deps.ts'
import { fileNotice } from './notices.ts'
import { leavePending, payOrder } from './order-store.ts'
import type { Provider, ProviderPayment } from './providers/provider.ts'
import { insertPurchase } from './purchase-store.ts'
import { planReceipt } from './receipts.ts'
import type { AttemptRow, OrderRow, PurchaseRow } from './tables.ts'
import { judge, type Verdict } from './verdict.ts'

const refundJob = 'payments.refund-second-charge'

export function providerOf({ providers }: Deps, { provider: name }: Pick<AttemptRow, 'provider'>): Provider {
  const provider = providers[name]
  if (!provider) throw new Error(`${name} has open attempts, but no keys: bring its configuration back`)
  return provider
}

/** Asks the provider how an attempt stands and records it: the only way an order gets paid. */
export async function settleAttempt(deps: Deps, attempt: AttemptRow): Promise<Verdict> {
  if (attempt.providerId === null) throw new Error(`Attempt ${attempt.id} is not known at its provider`)
  return recordPayment(deps, attempt, await providerOf(deps, attempt).fetchPayment(attempt.providerId))
}

/** Records the provider's word. Safe to repeat and to race: every change asks for the state it changes. */
export async function recordPayment(
  deps: Deps,
  attempt: AttemptRow,
  payment: ProviderPayment,
): Promise<Verdict> {
  const verdict = judge(attempt, payment, providerOf(deps, attempt).isLive)
  if (verdict.kind === 'paid') await recordPaid(deps, attempt, payment)
  if (verdict.kind === 'cancelled') await recordClosed(deps, attempt, 'cancelled')
  if (verdict.kind === 'failed') await recordClosed(deps, attempt, 'failed')
  if (verdict.kind === 'held') await recordHeld(deps, attempt, verdict.reason)
  return verdict
}

/** Order, purchase, notice and receipt in one transaction: all of them or none. */
async function recordPaid(deps: Deps, attempt: AttemptRow, payment: ProviderPayment): Promise<void> {
  const now = deps.clock.now()
  await transact(deps.db, async (tx) => {
    if (!(await succeedAttempt(tx, attempt.id, payment.paidWith, now))) return
    const order = await payOrder(tx, attempt, now)
    if (!order) return planRefund(deps, tx, attempt)
    const purchase = await grantPurchase(tx, order, now)
    await fileNotice(deps, tx, order, purchase)
    await planReceipt(deps, tx, order.id)
  })
}

async function grantPurchase(tx: Tx, order: OrderRow, now: number): Promise<PurchaseRow> {
  const purchase: PurchaseRow = {
    id: newId(),
    orderId: order.id,
    playerId: order.playerId,
    project: order.project,
    itemId: order.itemId,
    state: 'granted',
    createdAt: now,
    consumedAt: null,
  }
  await insertPurchase(tx, purchase)
  return purchase
}

/** Another attempt has paid the order already, so this charge goes back. */
async function planRefund({ jobs, log }: Deps, tx: Tx, attempt: AttemptRow): Promise<void> {
  log.error(
    { order: attempt.orderId, attempt: attempt.id },
    'An order was charged twice; the second goes back',
  )
  await jobs.enqueue(tx, { kind: refundJob, payload: { attemptId: attempt.id } })
}

async function recordClosed(deps: Deps, attempt: AttemptRow, state: 'cancelled' | 'failed'): Promise<void> {
  await transact(deps.db, async (tx) => {
    if (!(await closeAttempt(tx, attempt.id, state, deps.clock.now()))) return
    await leavePending(tx, attempt.orderId, state === 'failed' ? 'fail' : 'none')
  })
}

async function recordHeld({ db, log }: Deps, attempt: AttemptRow, reason: string): Promise<void> {
  if (!(await holdAttempt(db, attempt.id, reason))) return
  const { id, orderId, provider, providerId } = attempt
  log.error(
    { order: orderId, attempt: id, provider, providerId, reason },
    'A payment does not fit its attempt; held',
  )
}

export function defineSettlementJobs(deps: Deps): void {
  deps.jobs.define(refundJob, {
    run: (payload) => refundSecondCharge(deps, (payload as { attemptId: string }).attemptId),
  })
}

async function refundSecondCharge(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt?.providerId || attempt.refundId !== null) return
  const provider = providerOf(deps, attempt)
  const refundId = await provider.refund({
    providerId: attempt.providerId,
    key: `second-charge-${attempt.id}`,
  })
  await recordRefund(deps.db, attempt.id, refundId)
}
