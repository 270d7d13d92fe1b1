/** Player, game and operator actions at the hub. */
import type { PaymentProvider } from '@playhub/contract'
import { grantItem, refundByOperator, revokeItem, undoRefund } from '../../src/payments/index.ts'
import { findOrder } from '../../src/payments/records/order-store.ts'
import { SECOND_MS } from '../../src/platform/clock.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { type ProviderCase, providerCases } from '../support/payments/provider-cases.ts'
import { declareAsOffered } from './contradictions.ts'
import { listPayments } from './provider-actions.ts'
import { createOrder, orderAt, type Run } from './run.ts'

export async function openAt(run: Run, order: number, name: PaymentProvider): Promise<void> {
  const providerCase = providerCases.find(({ provider }) => provider === name) as ProviderCase
  await providerCase.open(run.environment, run.player, orderAt(run, order))
}

/** The provider creates the payment, but its response is held back. */
export async function openSlowly(run: Run, order: number, provider: PaymentProvider): Promise<void> {
  const open = () => openAt(run, order, provider)
  const { end, isHeldBack } = await run.environment.faults.holdBackResponse(provider, open)
  if (!isHeldBack) return
  // The held-back response's payment: later ones may be created meanwhile.
  const newest = (await listPayments(run, orderAt(run, order))).find((each) => each.provider === provider)
  run.heldBack.push({ paymentId: newest?.id, end })
}

/** Gets the item's unpaid order, or a new one once it is paid or given away. */
export async function orderAgain(run: Run, order: number): Promise<void> {
  const { environment, orders, items } = run
  const id = orderAt(run, order)
  const itemId = items[orders.indexOf(id)] ?? ''
  const isOver = run.given.has(id) || (await findOrder(environment.db, id))?.status === 'paid'
  const created = await createOrder(run, itemId)
  if (isOver && created === id) throw new Error('An order that is over was returned for the next one')
}

/** An operator gives an order's item to its player, paid or not, or takes it back. */
export async function decide(run: Run, order: number, decision: 'grant' | 'revoke'): Promise<void> {
  const { environment, given } = run
  const id = orderAt(run, order)
  try {
    await (decision === 'grant' ? grantItem : revokeItem)(environment.decisionDeps(), id, operation)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return
  }
  if ((await findOrder(environment.db, id))?.status !== 'paid') given.add(id)
}

export async function getStatus(run: Run, order: number): Promise<void> {
  const { environment, player } = run
  environment.clock.advance(SECOND_MS)
  await environment.call('GET /payments/get/{id}', { as: player, params: { id: orderAt(run, order) } })
}

export async function cancel(run: Run, order: number): Promise<void> {
  const body = { paymentId: orderAt(run, order) }
  await run.environment.call('POST /payments/cancel', { as: run.player, body })
}

export async function markPending(run: Run, order: number): Promise<void> {
  const params = { id: orderAt(run, order) }
  await run.environment.call('GET /payments/set-pending/{id}', { as: run.player, params })
}

/** @param isRepeated  Reuses the previous refund's key, which must stay one refund. */
export async function requestRefund(
  run: Run,
  order: number,
  percent: number,
  isRepeated: boolean,
): Promise<void> {
  const orderId = orderAt(run, order)
  const row = await findOrder(run.environment.db, orderId)
  if (!isRepeated) run.refundCount += 1
  const key = String(run.refundCount)
  const amountMinor = Math.max(1, Math.floor(((row?.amountMinor ?? 0) * percent) / 100))
  const request = { orderId, reason: 'Any', requestedBy: 'game', key, amountMinor } as const
  await ifPermitted(run.environment.payments().refundOrder(request))
}

/** An operator refunds a part and keeps or takes the item, at once or after a hold of ten minutes. */
export async function refundByStaff(
  run: Run,
  order: number,
  percent: number,
  { item, isHeld }: { item: 'keep' | 'take'; isHeld: boolean },
): Promise<void> {
  const { environment } = run
  const orderId = orderAt(run, order)
  const row = await findOrder(environment.db, orderId)
  run.refundCount += 1
  const amountMinor = Math.max(1, Math.floor(((row?.amountMinor ?? 0) * percent) / 100))
  environment.setRefundHold(isHeld ? 10 : 0)
  if (item === 'keep') run.kept.add(orderId)
  const request = { orderId, amountMinor, reason: 'Any', key: `staff-${run.refundCount}`, item }
  await ifPermitted(refundByOperator(environment.decisionDeps(), request, operation))
}

/** Undoes the order's latest refund, as far as it is held. */
export async function undo(run: Run, order: number): Promise<void> {
  const { environment } = run
  const refund = await environment.db
    .selectFrom('refunds')
    .select('id')
    .where('orderId', '=', orderAt(run, order))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!refund) return
  await ifPermitted(undoRefund(environment.decisionDeps(), refund.id, undefined, operation))
}

export type WithdrawalStep = 'declare' | 'confirm' | 'keep'

/** The player takes a step of the withdrawal from an order. */
export async function withdraw(run: Run, order: number, step: WithdrawalStep): Promise<void> {
  if (step === 'declare') return declareAsOffered(run, orderAt(run, order))
  const body = { paymentId: orderAt(run, order), step }
  await run.environment.call('POST /payments/withdraw', { as: run.player, body })
}

const operation = { operator: 'olga', reason: 'Goodwill' }

async function ifPermitted(act: Promise<unknown>): Promise<void> {
  try {
    await act
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

export async function consume(run: Run, order: number): Promise<void> {
  const { environment, player } = run
  const purchase = await environment.db
    .selectFrom('purchases')
    .select('id')
    .where('orderId', '=', orderAt(run, order))
    .executeTakeFirst()
  if (!purchase) return
  await environment.call('POST /purchases/{id}/consume', { as: player, params: { id: purchase.id } })
}

/** Delivers one captured event, several copies at once. */
export async function deliver({ environment, events }: Run, nth: number, times: number): Promise<void> {
  const event = events[nth % Math.max(1, events.length)]
  if (event) await Promise.all(Array.from({ length: times }, () => environment.deliver(event)))
}
