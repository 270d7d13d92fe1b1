/** Buyer, bank and forger actions at the providers. The resulting event is captured for later delivery, or lost. */
import { Stripe } from 'stripe'
import type { SandboxPayment } from '../support/payments/sandbox-control.ts'
import type { Environment } from './environment.ts'
import { orderAt, type RefundFault, type Run } from './run.ts'

type Decision = Parameters<Environment['control']['decide']>[1]

/** The order's payments at all providers, newest first. Lists all only for an order of long ago. */
export async function listPayments({ environment }: Run, orderId: string): Promise<SandboxPayment[]> {
  for (const limit of [100, 100_000]) {
    const newest = (await environment.control.request(`/control/payments?limit=${limit}`)) as SandboxPayment[]
    const own = newest.filter(({ hubPaymentId }) => hubPaymentId === orderId)
    if (own.length > 0) return own
  }
  return []
}

/**
 * A payment within a buyer's reach: the hub has recorded it, or will when a held-back response arrives. A payment with
 * a lost response cannot be paid, because its client token reached no browser.
 */
async function reachablePayment(run: Run, order: number, nth: number): Promise<SandboxPayment | undefined> {
  const orderId = orderAt(run, order)
  const attempts = await run.environment.db
    .selectFrom('attempts')
    .select('providerPaymentId')
    .where('orderId', '=', orderId)
    .where('providerPaymentId', 'is not', null)
    .execute()
  const known = new Set(attempts.map(({ providerPaymentId }) => providerPaymentId))
  const payments = await listPayments(run, orderId)
  const heldBack = run.heldBack.map(({ paymentId }) => paymentId)
  const reachable = payments.filter(({ id }) => known.has(id) || heldBack.includes(id))
  return reachable[nth % Math.max(1, reachable.length)]
}

/** @param isCaptured  Whether the event is kept for delivery. */
export async function decide(
  run: Run,
  order: number,
  nth: number,
  decision: Decision,
  isCaptured: boolean,
): Promise<void> {
  const payment = await reachablePayment(run, order, nth)
  if (!payment || !(await isPossible(run.environment.control.decide(payment.id, decision)))) return
  if (isCaptured) await captureEvent(run, payment.id)
}

/** Pays so that later refunds misbehave. */
export async function payWithRefundFault(
  run: Run,
  order: number,
  nth: number,
  fault: RefundFault,
  isCaptured: boolean,
): Promise<void> {
  const payment = await reachablePayment(run, order, nth)
  if (!payment || !(await isPossible(payWith(run.environment, payment, fault)))) return
  run.refundFaults.set(payment.id, fault)
  if (isCaptured) await captureEvent(run, payment.id)
}

const faultyCards = { fail: 'pm_card_refundFail', pend: 'pm_card_pendingRefund' } as const

async function payWith(
  { control, stripe }: Environment,
  { id, provider, status }: SandboxPayment,
  fault: RefundFault,
) {
  if (provider === 'stripe') {
    const card = { payment_method: faultyCards[fault], return_url: 'https://hub.example' }
    await stripe.paymentIntents.confirm(id, card)
  } else if (status.toLowerCase() === 'pending') {
    await control.rig(id, { refunds: fault })
    await control.decide(id)
  } else throw new Error('answered 409: the payment is not pending')
}

/** Refunds everything left. Skipped for payments with refund faults: those refunds could not be told apart by id. */
export async function refundInDashboard(run: Run, order: number, isCaptured: boolean): Promise<void> {
  const payment = await reachablePayment(run, order, 0)
  if (!payment || run.refundFaults.has(payment.id)) return
  run.refundedInDashboard.add(payment.id)
  await decide(run, order, 0, { outcome: 'refund' }, isCaptured)
}

/** Decides a dispute at Stripe, the only provider with dispute reports. */
export async function ruleOnDispute(
  run: Run,
  order: number,
  evidence: 'winning_evidence' | 'losing_evidence',
  isCaptured: boolean,
): Promise<void> {
  const payment = await reachablePayment(run, order, 0)
  if (payment?.provider !== 'stripe') return
  const { disputes } = run.environment.stripe
  const rule = async () => {
    const [dispute] = (await disputes.list({ payment_intent: payment.id })).data
    if (!dispute) throw new Error('answered 409: there is no dispute')
    await disputes.update(dispute.id, { evidence: { uncategorized_text: evidence } })
  }
  if (!(await isPossible(rule()))) return
  if (isCaptured) await captureEvent(run, payment.id)
}

export async function forgeEvent(run: Run, order: number, outcome: 'succeed' | 'abandon'): Promise<void> {
  const { environment } = run
  const payment = await reachablePayment(run, order, 0)
  if (!payment) return
  environment.eventCapture.clear()
  if (!(await isPossible(environment.control.decide(payment.id, { outcome, webhook: 'forge' })))) return
  run.events.push(await environment.eventCapture.take(payment.id))
}

async function captureEvent({ environment, events }: Run, id: string): Promise<void> {
  environment.eventCapture.clear()
  await environment.control.replay(id)
  events.push(await environment.eventCapture.take(id))
}

/**
 * False when the sandbox refuses the action in the payment's state, by a 409 or a Stripe error, or when the action
 * meets a fault injected for the hub.
 */
export async function isPossible(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeError || (error as Error).message.includes('answered 409')
    if (isRefused) return false
    throw error
  }
}
