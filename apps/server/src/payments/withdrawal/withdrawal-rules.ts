import type { Transaction } from '@playhub/contract'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { addDays, dayIn, parseDayStart } from '../../platform/time-zone.ts'
import type { Deps } from '../deps.ts'
import type { OrderRecords } from '../explain/order-records.ts'
import { providerDefinitions } from '../providers/index.ts'
import { isPaid, type PaidOrder } from '../records/order.ts'
import { calculateBalance, isBelowMinimum, isHeld } from '../records/refund-rules.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'

const withdrawalDays = 14

/** Time in which a declared withdrawal is confirmed; then its item is unlocked. */
export const confirmWithinMs = 24 * HOUR_MS

/** Declarations of one order that the player may end; each sends an email. */
export const maxEndedDeclarations = 10

/** Declarations that ended without a refund. */
export function listEndedDeclarations(refunds: RefundRow[]): RefundRow[] {
  return refunds.filter(({ declaredAt, state }) => declaredAt !== null && state === 'failed')
}

export function mayDeclareAgain(refunds: RefundRow[]): boolean {
  return listEndedDeclarations(refunds).length < maxEndedDeclarations
}

/** Orders paid earlier have neither the right nor a declared withdrawal, in any time zone. */
export function getEarliestPayment(now: number): number {
  return now - (withdrawalDays + 2) * DAY_MS - confirmWithinMs
}

/**
 * End of the right to withdraw, exclusive. The day of the payment does not count, and the last day counts in full.
 * @see https://eur-lex.europa.eu/eli/reg/1971/1182/oj article 3
 */
export function getWithdrawalEnd(paidAt: number, zone: string): number {
  const end = parseDayStart(addDays(dayIn(zone, paidAt), withdrawalDays + 1), zone)
  if (end === undefined) throw new Error(`No day follows ${paidAt}`)
  return end
}

/**
 * True for an order bought under `legal.withdrawal: refund`, whatever the switch says now. Orders of earlier releases follow
 * the switch, unless they were waived.
 */
export function hasWithdrawal(
  { catalogue }: Pick<Deps, 'catalogue'>,
  { withdrawalMode, withdrawalWaiver }: Pick<OrderRow, 'withdrawalMode' | 'withdrawalWaiver'>,
): boolean {
  if (withdrawalMode !== null) return withdrawalMode === 'refund'
  return withdrawalWaiver === null && catalogue.content().hub.legal.withdrawal === 'refund'
}

/** True while the player may declare a withdrawal. */
export function isWithdrawalOpen(deps: Pick<Deps, 'catalogue' | 'clock'>, order: PaidOrder): boolean {
  const end = getWithdrawalEnd(order.paidAt, deps.catalogue.content().hub.timeZone)
  return hasWithdrawal(deps, order) && deps.clock.now() < end
}

/** The player's right to withdraw from an order; undefined without it, and once the money is on its way back. */
export function describeWithdrawal(
  deps: Pick<Deps, 'catalogue' | 'clock'>,
  { order, purchase, units, refunds, disputes }: OrderRecords,
): Transaction['withdrawal'] {
  const declared = refunds.find((refund) => refund.declaredAt !== null && isHeld(refund))
  if (declared?.heldUntil) return { state: 'declared', until: declared.heldUntil }
  if (!isPaid(order) || !purchase || !isWithdrawalOpen(deps, order)) return undefined
  const isOnCharge = ({ attemptId }: { attemptId: string }) => attemptId === order.paidAttemptId
  const ofCharge = [refunds.filter(isOnCharge), disputes.filter(isOnCharge)] as const
  const { refundableMinor, isDisputed } = calculateBalance(order.amountMinor, ...ofCharge)
  const until = getWithdrawalEnd(order.paidAt, deps.catalogue.content().hub.timeZone)
  if (isDisputed) return { state: 'disputed', until }
  if (refundableMinor === 0) return undefined
  if (units.some(({ consumedAt }) => consumedAt !== null)) return { state: 'consumed', until }
  const smallest = providerDefinitions[order.provider].minRefundMinor
  const isSmall = isBelowMinimum(refundableMinor, refundableMinor, smallest)
  const needsSupport =
    purchase.decidedState !== null || purchase.state !== 'granted' || isSmall || !mayDeclareAgain(refunds)
  return { state: needsSupport ? 'support' : 'open', until }
}
