import type { PaymentProvider } from '@playhub/contract'
import { parseLines } from '../../src/payments/records/order.ts'
import { findOrder } from '../../src/payments/records/order-store.ts'
import type {
  AttemptRow,
  DisputeRow,
  OfferUseRow,
  OrderRow,
  PurchaseRow,
  RefundRow,
  WebhookRow,
} from '../../src/payments/records/tables.ts'
import { listPayments } from './provider-actions.ts'
import type { Run } from './run.ts'
import { takeInvalidTransitions } from './transitions.ts'

type Dispute = { id: string; amountMinor: number; state: string }
/** A charge as its provider reports it. */
type Charge = {
  attemptId: string | null
  amountMinor: number
  refundedMinor: number
  disputes: Dispute[]
  /** The hub may find a refund it did not request, or had recorded as failed. */
  mayHaveExternalRefunds: boolean
}

type OrderData = RelatedRows & {
  order: OrderRow
  charges: Charge[]
  /** The order's paying charge. */
  paidBy: Charge | undefined
  /** An operator gave the item away before the order was paid. */
  isGiven: boolean
  /** An operator has refunded it and let the player keep the item, which files no webhook. */
  isKept: boolean
}

type RelatedRows = {
  attempts: AttemptRow[]
  purchases: PurchaseRow[]
  /** Units behind the first one. */
  furtherPurchases: PurchaseRow[]
  offerUses: OfferUseRow[]
  webhooks: WebhookRow[]
  refunds: RefundRow[]
  disputes: DisputeRow[]
  receipts: { id: string }[]
}

/** A condition, and the message when it does not hold. */
type Check = [holds: boolean, violation: string]

/** Compares a finished run's hub rows with the providers' data and the game server's. @returns  one message each */
export async function findViolations(run: Run): Promise<string[]> {
  const { db } = run.environment
  const violations = await takeInvalidTransitions(db)
  for (const [index, orderId] of run.orders.entries()) {
    const found = await listOrderViolations(run, orderId)
    violations.push(...found.map((violation) => `order ${index}: ${violation}`))
  }
  violations.push(...(await duplicateOrders(run)))
  const dead = await db.selectFrom('jobs').select(['kind', 'lastError']).where('state', '=', 'dead').execute()
  return [...violations, ...dead.map(({ kind, lastError }) => `job ${kind} is dead: ${lastError}`)]
}

async function listOrderViolations(run: Run, orderId: string): Promise<string[]> {
  const rows = await loadRelatedRows(run, orderId)
  const order = await findOrder(run.environment.db, orderId)
  if (!order) return listDeletedViolations({ ...rows, payments: await listPayments(run, orderId) })
  const charges = await chargesAt(run, orderId)
  const paidBy = charges.find(({ attemptId }) => attemptId === order.paidAttemptId)
  const data = {
    ...rows,
    order,
    charges,
    paidBy,
    isGiven: run.given.has(orderId),
    isKept: run.kept.has(orderId),
  }
  return [
    ...violationsIn(data),
    ...(await violationsAtGameServer(run, data)),
    ...(run.environment.isPrepaid ? await listReceiptViolations(run, orderId, charges, paidBy) : []),
  ]
}

/**
 * Each prepayment is closed or refunded exactly once: its closing receipt and its refunds as a prepayment add up to the
 * charge. YooKassa itself makes the receipts of refunds in its dashboard, which are left out.
 */
async function listReceiptViolations(
  run: Run,
  orderId: string,
  charges: Charge[],
  paidBy: Charge | undefined,
): Promise<string[]> {
  const violations: string[] = []
  for (const { id, provider } of await listPayments(run, orderId)) {
    if (provider !== 'yookassa') continue
    const payment = await run.environment.directProviders.yookassa.fetchPayment(id)
    const charge = charges.find(({ attemptId }) => attemptId === payment.attemptId)
    if (!charge || charge.mayHaveExternalRefunds) continue
    const { closed, returned } = await readReceipts(run, id)
    const isWhole = closed.length <= 1 && sum(closed) + sum(returned) === charge.amountMinor
    if (!isWhole)
      violations.push(
        `a prepayment of ${charge.amountMinor} was closed by ${closed}, returned by ${returned}`,
      )
    if (charge !== paidBy && closed.length > 0) violations.push('a prepayment that was returned is closed')
  }
  return violations
}

type SandboxReceipt = {
  status: string
  items: { amount: { value: string }; payment_mode: string }[]
  settlements: { type: string }[]
}

/** Amounts of a payment's closing receipts, and of those of refunds that return a prepayment. */
async function readReceipts({ environment }: Run, paymentId: string) {
  const authorization = `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`
  const list = async <Item>(path: string) => {
    const response = await fetch(`${environment.sandboxUrl}/v3/${path}`, { headers: { authorization } })
    return ((await response.json()) as { items: Item[] }).items
  }
  const toAmounts = (receipts: SandboxReceipt[]) =>
    receipts.flatMap(({ items }) => items.map(({ amount }) => Math.round(Number(amount.value) * 100)))
  const own = await list<SandboxReceipt>(`receipts?payment_id=${paymentId}&limit=100`)
  const refunds = await list<{ id: string }>(`refunds?payment_id=${paymentId}&limit=100`)
  const ofRefunds = await Promise.all(
    refunds.map(({ id }) => list<SandboxReceipt>(`receipts?refund_id=${id}&limit=100`)),
  )
  const isPrepaid = ({ items }: SandboxReceipt) => items[0]?.payment_mode === 'full_prepayment'
  return {
    closed: toAmounts(own.filter(({ settlements }) => settlements.some(hasType('prepayment')))),
    returned: toAmounts(ofRefunds.flat().filter(isPrepaid)),
  }
}

const hasType =
  (wanted: string) =>
  ({ type }: { type: string }) =>
    type === wanted
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** An order never sent to a provider is deleted after two days, and nothing remains. */
function listDeletedViolations(rows: Record<string, unknown[]>): string[] {
  return Object.entries(rows).flatMap(([name, { length }]) =>
    length > 0 ? [`it was deleted and has ${length} ${name}`] : [],
  )
}

/** A player has one unpaid order per item, beside those closed by an operator. */
async function duplicateOrders({ environment: { db }, player }: Run): Promise<string[]> {
  const unpaid = await db
    .selectFrom('orders')
    .select(({ fn }) => ['itemId', fn.countAll().as('count')])
    .where('playerId', '=', player.userId)
    .where('status', '<>', 'paid')
    .where('closedAt', 'is', null)
    .groupBy('itemId')
    .execute()
  return unpaid.flatMap(({ itemId, count }) =>
    Number(count) > 1 ? [`${itemId} has ${count} unpaid orders`] : [],
  )
}

type RelatedTable = keyof RelatedRows

async function loadRelatedRows(run: Run, orderId: string): Promise<RelatedRows> {
  const { db } = run.environment
  const of = <T extends RelatedTable>(table: T) =>
    db
      .selectFrom(table as 'refunds')
      .selectAll()
      .where('orderId', '=', orderId)
      .orderBy('id')
      .execute() as unknown
  return {
    attempts: (await of('attempts')) as AttemptRow[],
    purchases: (await of('purchases')) as PurchaseRow[],
    furtherPurchases: (await of('furtherPurchases')) as PurchaseRow[],
    offerUses: (await of('offerUses')) as OfferUseRow[],
    webhooks: (await of('webhooks')) as WebhookRow[],
    refunds: (await of('refunds')) as RefundRow[],
    disputes: (await of('disputes')) as DisputeRow[],
    receipts: (await of('receipts')) as { id: string }[],
  }
}

async function chargesAt(run: Run, orderId: string): Promise<Charge[]> {
  const charges: Charge[] = []
  for (const { id, provider } of await listPayments(run, orderId)) {
    const direct = run.environment.directProviders[provider as PaymentProvider]
    const payment = await direct.fetchPayment(id)
    if (payment.state !== 'succeeded') continue
    const { attemptId, received, refundedMinor } = payment
    const disputes = (await direct.listDisputes?.(id)) ?? []
    charges.push({
      attemptId,
      amountMinor: received.amountMinor,
      refundedMinor,
      mayHaveExternalRefunds: run.refundedInDashboard.has(id) || run.refundFaults.has(id),
      disputes: disputes.map(({ disputeId, amountMinor, state }) => ({ id: disputeId, amountMinor, state })),
    })
  }
  return charges
}

function violationsIn(data: OrderData): string[] {
  const checks = [
    ...checkCharges(data),
    ...data.charges.flatMap((charge) => checkCharge(data, charge)),
    ...checkOrder(data),
    ...checkPurchase(data),
    ...checkUnits(data),
    ...checkUses(data),
    ...checkWithdrawals(data),
    ...checkWebhooks(data),
  ]
  return checks.flatMap(([holds, violation]) => (holds ? [] : [violation]))
}

/**
 * Each kept charge has exactly one purchase of its own, unless its refund failed: an order keeps its paying charge, and
 * none when an operator has given its item away.
 */
function checkCharges({ attempts, charges, refunds, paidBy, purchases, isGiven }: OrderData): Check[] {
  const hasFailedRefund = (attemptId: string | null) =>
    refunds.some(
      (refund) => refund.attemptId === attemptId && refund.state === 'failed' && refund.undoneAt === null,
    )
  const kept = charges.filter(({ amountMinor, refundedMinor }) => amountMinor > refundedMinor)
  const unreturned = kept.filter(({ attemptId }) => !hasFailedRefund(attemptId))
  return [
    [unreturned.every((charge) => charge === paidBy), `${kept.length} charges were kept`],
    [
      unreturned.length === 0 || (purchases.length === 1 && !isGiven),
      `a charge was kept without a purchase of its own: ${purchases.length} purchases, given: ${isGiven}`,
    ],
    [refunds.every(({ state }) => state !== 'pending'), 'a refund is still pending'],
    [refunds.every(({ heldItem }) => heldItem === null), 'a refund is still held'],
    [
      refunds.every(
        ({ undoneAt, sentAt, state }) => undoneAt === null || (sentAt === null && state === 'failed'),
      ),
      'an undone refund was sent',
    ],
    ...attempts.flatMap(({ id, state, supersededAt, reviewReason }): Check[] => [
      [state !== 'open' && supersededAt === null, `attempt ${id} is ${state} and not closed`],
      [reviewReason === null, `attempt ${id} needs review: ${reviewReason}`],
      [
        state !== 'succeeded' || charges.some(({ attemptId }) => attemptId === id),
        `attempt ${id} succeeded without a charge`,
      ],
    ]),
  ]
}

function checkCharge({ attempts, refunds, disputes }: OrderData, charge: Charge): Check[] {
  const { attemptId, amountMinor, refundedMinor } = charge
  const attempt = attempts.find(({ id }) => id === attemptId)
  // A payment refunded in full before the hub recorded it pays nothing.
  const isUnrecorded = attempt?.state !== 'succeeded' && refundedMinor === amountMinor
  if (isUnrecorded) return [[attempt !== undefined, `a charge of attempt ${attemptId} is not ours`]]
  const refunded = refunds.filter((refund) => refund.attemptId === attemptId && refund.state === 'succeeded')
  const here = disputes
    .filter((dispute) => dispute.attemptId === attemptId)
    .map(({ providerDisputeId, amountMinor, state }) => ({ id: providerDisputeId, amountMinor, state }))
  return [
    [attempt !== undefined, `a charge of attempt ${attemptId} is not ours`],
    [refundedMinor <= amountMinor, `${refundedMinor} of ${amountMinor} was refunded`],
    [attempt?.state === 'succeeded', `charged attempt ${attemptId} is ${attempt?.state}`],
    [
      sumAmounts(refunded) === refundedMinor,
      `${refundedMinor} of ${attemptId} was refunded, ${sumAmounts(refunded)} here`,
    ],
    [
      charge.mayHaveExternalRefunds || refunded.every(({ requestedBy }) => requestedBy !== 'provider'),
      `a refund of ${attemptId} was not requested`,
    ],
    [
      JSON.stringify(here) === JSON.stringify(charge.disputes),
      `disputes: ${JSON.stringify(charge.disputes)}, ${JSON.stringify(here)} here`,
    ],
  ]
}

function checkOrder({ order, attempts, purchases, paidBy, isGiven }: OrderData): Check[] {
  const { status, amountMinor, refundedMinor, paidAttemptId } = order
  const isPaid = status === 'paid'
  return [
    [['none', 'fail', 'paid'].includes(status), `its final status is ${status}`],
    [attempts.length > 0 || purchases.length > 0, 'it never reached a provider and is still there'],
    [!(isPaid && isGiven), 'it was given away and is paid'],
    [!(isPaid || isGiven) || order.openItem === null, 'it is over and blocks the next order'],
    [isPaid === (paidBy !== undefined), `it is ${status}, paid by ${paidAttemptId}`],
    [!isPaid || amountMinor === paidBy?.amountMinor, `its amount is ${amountMinor}`],
    [refundedMinor === sumRefunded(paidBy), `its refunded amount is ${refundedMinor}`],
  ]
}

/** Refunds and lost disputes. */
function sumRefunded(charge: Charge | undefined): number {
  if (!charge) return 0
  const lost = charge.disputes.filter(({ state }) => state === 'lost')
  return Math.min(charge.amountMinor, charge.refundedMinor + sumAmounts(lost))
}

function checkPurchase(data: OrderData): Check[] {
  const { order, purchases, receipts, paidBy } = data
  const receiptCount = order.status === 'paid' ? 1 : 0
  const count = data.isGiven ? 1 : receiptCount
  const { state, decidedState } = purchases[0] ?? {}
  const isRevoked = order.refundedMinor === order.amountMinor || paidBy?.disputes.some(isIn('lost'))
  const isFrozen = !isRevoked && paidBy?.disputes.some(isIn('open'))
  const ofMoney = isRevoked ? ['revoked'] : isFrozen ? ['frozen', 'consumed'] : ['granted', 'consumed']
  const ofDecision = { granted: ['granted', 'consumed'], revoked: ['revoked'] }
  const allowed = decidedState ? ofDecision[decidedState] : ofMoney
  return [
    [purchases.length === count, `${purchases.length} purchases of an order that is ${order.status}`],
    [receipts.length === receiptCount, `${receipts.length} receipts`],
    [
      state === undefined || allowed.includes(state),
      `the purchase is ${state}, with ${order.refundedMinor} of ${order.amountMinor} refunded`,
    ],
  ]
}

/** Every unit that the order promised is there, and shares the fate of the first one unless the game has consumed it. */
function checkUnits({ order, purchases: [first], furtherPurchases }: OrderData): Check[] {
  const promised = parseLines(order).reduce((sum, { quantity }) => sum + quantity, 0)
  const count = first ? Math.max(0, promised - 1) : 0
  const free = (state: string) => (state === 'consumed' ? 'granted' : state)
  return [
    [furtherPurchases.length === count, `${furtherPurchases.length} further units of ${count}`],
    ...furtherPurchases.map(
      ({ state }): Check => [
        first !== undefined && free(state) === free(first.state),
        `a further unit is ${state}, and the first one ${first?.state}`,
      ],
    ),
  ]
}

/** A paid order has used what it reserved; an order that nobody can pay any more holds nothing. */
function checkUses({ order, offerUses, isGiven }: OrderData): Check[] {
  const states = offerUses.map(({ state }) => state)
  return [
    [order.status !== 'paid' || !states.includes('reserved'), 'it is paid, and an offer is still reserved'],
    [!isGiven || !states.includes('reserved'), 'it was given away, and an offer is still reserved'],
    [order.status === 'paid' || !states.includes('used'), 'it is not paid, and has used an offer'],
  ]
}

/** Each withdrawal is confirmed and refunds once, or ends unsent; `checkPurchase` then finds its item free again. */
function checkWithdrawals({ order, refunds, charges, disputes }: OrderData): Check[] {
  const withdrawals = refunds.filter(({ declaredAt }) => declaredAt !== null)
  const refunded = withdrawals.filter(({ state }) => state === 'succeeded')
  const hasFailedRefund = refunds.some(({ state, undoneAt }) => state === 'failed' && undoneAt === null)
  return [
    [
      withdrawals.every(({ confirmedAt, undoneAt }) => (confirmedAt === null) !== (undoneAt === null)),
      'a withdrawal is neither confirmed nor ended, or both',
    ],
    [refunded.length <= 1, `${refunded.length} withdrawals were refunded`],
    [
      refunded.length === 0 || order.refundedMinor === order.amountMinor || hasFailedRefund,
      `a withdrawal left ${order.refundedMinor} of ${order.amountMinor} refunded`,
    ],
    ...withdrawals.map(({ confirmedAt, state, attemptId }): Check => {
      const charge = charges.find((each) => each.attemptId === attemptId)
      const mayFail = charge?.mayHaveExternalRefunds || disputes.length > 0
      return [
        confirmedAt === null || state === 'succeeded' || mayFail === true,
        `a confirmed withdrawal is ${state}`,
      ]
    }),
  ]
}

/** One webhook for the payment, and one for each decision and each refund or dispute state change on its charge. */
function checkWebhooks({ order, purchases, webhooks, refunds, disputes, isKept }: OrderData): Check[] {
  const filterPaidAttempt = <T extends { attemptId: string }>(rows: T[]) =>
    rows.filter(({ attemptId }) => attemptId === order.paidAttemptId)
  const statesSent = (type: string, key: string, id: string) =>
    webhooks
      .filter((webhook) => webhook.type === type)
      .map(({ body }) => JSON.parse(body).data as Record<string, string>)
      .filter((data) => data[key] === id)
      .map(({ state }) => state)
      .join()
  const sentRefunds = filterPaidAttempt(refunds).map(({ id, state }) => ({
    state,
    sent: statesSent('payment.refunded', 'refundId', id),
  }))
  const sentDisputes = filterPaidAttempt(disputes).map(({ id, state }) => ({
    state,
    sent: statesSent('payment.disputed', 'disputeId', id),
  }))
  const allowed = { succeeded: ['succeeded'], failed: ['', 'succeeded,failed'], pending: [] as string[] }
  const sent = [...sentRefunds, ...sentDisputes].flatMap(({ sent }) => sent.split(',').filter(Boolean))
  const paid = webhooks.filter(({ type }) => type === 'payment.paid')
  const decided = webhooks.filter(({ type }) => type === 'purchase.granted' || type === 'purchase.revoked')
  const decision = purchases[0]?.decidedState ?? null
  return [
    [paid.length === (order.status === 'paid' ? 1 : 0), `${paid.length} payment.paid webhooks`],
    [
      decided.at(-1)?.type === (decision === null ? undefined : `purchase.${decision}`) ||
        (isKept && decision === 'granted' && decided.length === 0),
      `decided ${decision}, sent ${decided.map(({ type }) => type)}`,
    ],
    ...sentRefunds.map(
      ({ state, sent }): Check => [allowed[state].includes(sent), `a ${state} refund was sent as ${sent}`],
    ),
    ...sentDisputes.map(
      ({ state, sent }): Check => [
        sent === state || sent === `open,${state}`,
        `a dispute that is ${state} was sent as ${sent}`,
      ],
    ),
    [
      webhooks.length === paid.length + decided.length + sent.length,
      `webhooks of ${webhooks.map(({ type }) => type)}`,
    ],
    [webhooks.every(({ state }) => state === 'delivered'), 'a webhook was not delivered'],
  ]
}

type ReceivedWebhook = {
  id: string
  verified: boolean
  body: { type: string; data?: { paymentId: string } } | null
}

/** A webhook may arrive twice under one id; nothing unfiled may arrive. */
async function violationsAtGameServer(run: Run, { order, webhooks }: OrderData): Promise<string[]> {
  const all = (await run.environment.control.request(
    '/game-server/notices?project=islandm3',
  )) as ReceivedWebhook[]
  const received = all.filter(({ body }) => body?.data?.paymentId === order.id)
  const ids = new Set(received.map(({ id }) => id))
  const violations = received.every(({ verified }) => verified) ? [] : ['a webhook had an invalid signature']
  const isSame = ids.size === webhooks.length && webhooks.every(({ id }) => ids.has(id))
  return isSame
    ? violations
    : [...violations, `the game server received ${[...ids]} of ${webhooks.map(({ id }) => id)}`]
}

const sumAmounts = (rows: { amountMinor: number }[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
const isIn =
  (wanted: string) =>
  ({ state }: { state: string }) =>
    state === wanted
