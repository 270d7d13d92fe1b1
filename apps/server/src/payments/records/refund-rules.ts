import type {
  DisputeState,
  HeldItem,
  OrderRow,
  RefundRequester,
  RefundRow,
  RefundState,
  UnconsumedState,
} from './tables.ts'

export function getRequester({
  requestedBy,
  declaredAt,
}: Pick<RefundRow, 'requestedBy' | 'declaredAt'>): RefundRequester | 'player' {
  return declaredAt === null ? requestedBy : 'player'
}

/** True for money of a sale that staff give back, unlike a withdrawal of the player or a surplus charge. */
export function isGoodwill(
  { declaredAt, attemptId }: Pick<RefundRow, 'declaredAt' | 'attemptId'>,
  { paidAttemptId }: Pick<OrderRow, 'paidAttemptId'>,
): boolean {
  return declaredAt === null && attemptId === paidAttemptId
}

/** True when a provider would refuse the refund because it, or the remainder, is too small. */
export function isBelowMinimum(amountMinor: number, refundableMinor: number, minMinor: number): boolean {
  const remainderMinor = refundableMinor - amountMinor
  return amountMinor < minMinor || (remainderMinor > 0 && remainderMinor < minMinor)
}

/** A held refund reserves its money, and is not sent before its hold ends. */
export function isHeld({ state, heldItem }: Pick<RefundRow, 'state' | 'heldItem'>): boolean {
  return state === 'pending' && heldItem !== null
}

/**
 * The refund of a charge that may be sent now: one at a time, because a provider may accept only one, and must be told what
 * remains. Held ones let others pass.
 */
export function findNextToSend(refunds: RefundRow[]): RefundRow | undefined {
  const pending = refunds.filter((refund) => refund.state === 'pending' && !isHeld(refund))
  return pending.find(({ sentAt }) => sentAt !== null) ?? pending[0]
}

/** A succeeded refund may still fail when the buyer's bank rejects it. `failed` is final. */
export function canTransition(from: RefundState, to: RefundState): boolean {
  return from === 'pending' ? to !== 'pending' : from === 'succeeded' && to === 'failed'
}

/**
 * The provider's refunds beyond our rows, made in its dashboard. Our refunds in flight count as known, since the
 * provider's total may already include them.
 * @param before  Our refunds before the provider's response. One valid then, or now, may be in its total.
 */
export function unexplainedMinor(providerTotalMinor: number, before: RefundRow[], now: RefundRow[]): number {
  const mayBeIncluded = new Set([...before, ...now].filter(isAtProvider).map(({ id }) => id))
  const known = now.filter(({ id }) => mayBeIncluded.has(id))
  return providerTotalMinor - known.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

function isAtProvider({ state, sentAt }: RefundRow): boolean {
  return state !== 'failed' && sentAt !== null
}

/** A charge after its refunds and disputes. */
export type Balance = {
  /** Succeeded refunds and lost disputes; at most the amount paid. */
  refundedMinor: number
  /** The refundable rest: excludes pending refunds and open disputes. */
  refundableMinor: number
  purchaseState: UnconsumedState
  /** A bank is deciding about the charge, so its provider refunds none of it. */
  isDisputed: boolean
}

type Entry<State> = { amountMinor: number; state: State; heldItem?: HeldItem | null }

export function calculateBalance(
  paidMinor: number,
  refunds: Entry<RefundState>[],
  disputes: Entry<DisputeState>[],
): Balance {
  const lost = sumByState(disputes, 'lost')
  const refundedMinor = Math.min(paidMinor, sumByState(refunds, 'succeeded') + lost)
  const pending = sumByState(refunds, 'pending')
  const keptWhilePending = sumByState(
    refunds.filter(({ heldItem }) => heldItem === 'keep'),
    'pending',
  )
  const disputed = sumByState(disputes, 'open')
  const refundableMinor = Math.max(0, paidMinor - refundedMinor - pending - disputed)
  const isRevoked = refundedMinor === paidMinor || lost > 0
  const isFrozen = disputed > 0 || refundedMinor + pending - keptWhilePending >= paidMinor
  const purchaseState = isRevoked ? 'revoked' : isFrozen ? 'frozen' : 'granted'
  return { refundedMinor, refundableMinor, purchaseState, isDisputed: disputed > 0 }
}

/** Succeeded refunds in total, as far as we know. */
export function refundedTotalMinor(refunds: Entry<RefundState>[]): number {
  return sumByState(refunds, 'succeeded')
}

function sumByState<State>(entries: Entry<State>[], state: State): number {
  return entries
    .filter((entry) => entry.state === state)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
