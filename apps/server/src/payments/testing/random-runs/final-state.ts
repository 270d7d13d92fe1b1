import type { PaymentProvider } from '@playhub/contract'
import type { DisputeRow, RefundRow } from '../../ledger/refund-tables.ts'
import type { AttemptRow, OrderRow, PurchaseRow, WebhookRow } from '../../ledger/tables.ts'
import { paymentsOf } from './provider-actions.ts'
import type { Life } from './run.ts'
import { takeWrongMoves } from './transitions.ts'

type Dispute = { id: string; amountMinor: number; state: string }
/** What was charged for an order, by its provider's own books. */
type Charge = {
  attemptId: string | null
  amountMinor: number
  refundedMinor: number
  disputes: Dispute[]
  /** Whether the hub may find a refund there that it has not asked for, or has given up for lost. */
  mayHoldSurprises: boolean
}

type Books = {
  order: OrderRow
  attempts: AttemptRow[]
  purchases: PurchaseRow[]
  webhooks: WebhookRow[]
  refunds: RefundRow[]
  disputes: DisputeRow[]
  receipts: { id: string }[]
  charges: Charge[]
  /** The charge that paid the order. */
  paidBy: Charge | undefined
}

/** Something that must be true, and what is wrong when it is not. */
type Check = [isTrue: boolean, wrong: string]

/**
 * Compares everything that the hub has written down of some orders with the books of their providers, when all has come
 * to rest.
 * @returns  what is wrong, in words; nothing when every promise was kept
 */
export async function findWrongs(life: Life): Promise<string[]> {
  const { db } = life.world
  const wrongs = await takeWrongMoves(db)
  for (const [place, orderId] of life.orders.entries()) {
    const books = await booksOf(life, orderId)
    const found = [...wrongsIn(books), ...(await wrongsAtGameServer(life, books))]
    wrongs.push(...found.map((wrong) => `order ${place}: ${wrong}`))
  }
  const dead = await db.selectFrom('jobs').select(['kind', 'lastError']).where('state', '=', 'dead').execute()
  return [...wrongs, ...dead.map(({ kind, lastError }) => `job ${kind} is dead: ${lastError}`)]
}

async function booksOf(life: Life, orderId: string): Promise<Books> {
  const { db } = life.world
  const of = <T extends 'attempts' | 'purchases' | 'webhooks' | 'receipts' | 'refunds' | 'disputes'>(
    table: T,
  ) =>
    db
      .selectFrom(table as 'refunds')
      .selectAll()
      .where('orderId', '=', orderId)
      .orderBy('id')
      .execute() as unknown
  const charges = await chargesAt(life, orderId)
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  return {
    order,
    attempts: (await of('attempts')) as AttemptRow[],
    purchases: (await of('purchases')) as PurchaseRow[],
    webhooks: (await of('webhooks')) as WebhookRow[],
    refunds: (await of('refunds')) as RefundRow[],
    disputes: (await of('disputes')) as DisputeRow[],
    receipts: (await of('receipts')) as { id: string }[],
    charges,
    paidBy: charges.find(({ attemptId }) => attemptId === order.paidAttemptId),
  }
}

async function chargesAt(life: Life, orderId: string): Promise<Charge[]> {
  const charges: Charge[] = []
  for (const { id, provider } of await paymentsOf(life, orderId)) {
    const honest = life.world.honest[provider as PaymentProvider]
    const payment = await honest.fetchPayment(id)
    if (payment.state !== 'succeeded') continue
    const { attemptId, received, refundedMinor } = payment
    const disputes = (await honest.listDisputes?.(id)) ?? []
    charges.push({
      attemptId,
      amountMinor: received.amountMinor,
      refundedMinor,
      mayHoldSurprises: life.returnedAtDesk.has(id) || life.refundTroubles.has(id),
      disputes: disputes.map(({ disputeId, amountMinor, state }) => ({ id: disputeId, amountMinor, state })),
    })
  }
  return charges
}

function wrongsIn(books: Books): string[] {
  const checks = [
    ...checkCharges(books),
    ...books.charges.flatMap((charge) => checkCharge(books, charge)),
    ...checkOrder(books),
    ...checkPurchase(books),
    ...checkWebhooks(books),
  ]
  return checks.flatMap(([isTrue, wrong]) => (isTrue ? [] : [wrong]))
}

/** One charge is kept at the most; another one only where its provider could not return it. */
function checkCharges({ attempts, charges, refunds, paidBy }: Books): Check[] {
  const couldNotGoBack = (attemptId: string | null) =>
    refunds.some((refund) => refund.attemptId === attemptId && refund.state === 'failed')
  const kept = charges.filter(({ amountMinor, refundedMinor }) => amountMinor > refundedMinor)
  return [
    [
      kept.every((charge) => charge === paidBy || couldNotGoBack(charge.attemptId)),
      `${kept.length} charges are kept`,
    ],
    [refunds.every(({ state }) => state !== 'pending'), 'a refund is still on its way'],
    ...attempts.flatMap(({ id, state, supersededAt, heldReason }): Check[] => [
      [state !== 'open' && supersededAt === null, `attempt ${id} is ${state} and not over`],
      [heldReason === null, `attempt ${id} is held: ${heldReason}`],
      [
        state !== 'succeeded' || charges.some(({ attemptId }) => attemptId === id),
        `attempt ${id} succeeded without a charge`,
      ],
    ]),
  ]
}

function checkCharge({ attempts, refunds, disputes }: Books, charge: Charge): Check[] {
  const { attemptId, amountMinor, refundedMinor } = charge
  const attempt = attempts.find(({ id }) => id === attemptId)
  // Money that had gone back in full before the hub heard of it has paid nothing.
  const isUnheard = attempt?.state !== 'succeeded' && refundedMinor === amountMinor
  if (isUnheard) return [[attempt !== undefined, `a charge of attempt ${attemptId} is not ours`]]
  const returned = refunds.filter((refund) => refund.attemptId === attemptId && refund.state === 'succeeded')
  const here = disputes
    .filter((dispute) => dispute.attemptId === attemptId)
    .map(({ providerDisputeId, amountMinor, state }) => ({ id: providerDisputeId, amountMinor, state }))
  return [
    [attempt !== undefined, `a charge of attempt ${attemptId} is not ours`],
    [attempt?.state === 'succeeded', `charged attempt ${attemptId} is ${attempt?.state}`],
    [
      sumOf(returned) === refundedMinor,
      `${refundedMinor} went back of ${attemptId}, ${sumOf(returned)} here`,
    ],
    [
      charge.mayHoldSurprises || returned.every(({ requestedBy }) => requestedBy !== 'provider'),
      `money of ${attemptId} went back that nobody had asked for`,
    ],
    [
      JSON.stringify(here) === JSON.stringify(charge.disputes),
      `disputes: ${JSON.stringify(charge.disputes)}, ${JSON.stringify(here)} here`,
    ],
  ]
}

function checkOrder({ order, paidBy }: Books): Check[] {
  const { status, amountMinor, refundedMinor, paidAttemptId } = order
  const isPaid = status === 'paid'
  return [
    [['none', 'fail', 'paid'].includes(status), `it rests as ${status}`],
    [isPaid === (paidBy !== undefined), `it is ${status}, paid by ${paidAttemptId}`],
    [!isPaid || amountMinor === paidBy?.amountMinor, `it says ${amountMinor} was paid`],
    [refundedMinor === lostOf(paidBy), `it says ${refundedMinor} went back`],
  ]
}

/** What went back of a charge: lost disputes took it too. */
function lostOf(charge: Charge | undefined): number {
  if (!charge) return 0
  const lost = charge.disputes.filter(({ state }) => state === 'lost')
  return Math.min(charge.amountMinor, charge.refundedMinor + sumOf(lost))
}

function checkPurchase(books: Books): Check[] {
  const { order, purchases, receipts, paidBy } = books
  const count = order.status === 'paid' ? 1 : 0
  const { state } = purchases[0] ?? {}
  const isRevoked = order.refundedMinor === order.amountMinor || paidBy?.disputes.some(isIn('lost'))
  const isFrozen = !isRevoked && paidBy?.disputes.some(isIn('open'))
  const right = isRevoked ? ['revoked'] : isFrozen ? ['frozen', 'consumed'] : ['granted', 'consumed']
  return [
    [purchases.length === count, `${purchases.length} purchases of what is ${order.status}`],
    [receipts.length === count, `${receipts.length} receipts`],
    [
      state === undefined || right.includes(state),
      `the purchase is ${state}, with ${order.refundedMinor} of ${order.amountMinor} returned`,
    ],
  ]
}

/** The payment is told once, and every change of a refund or a dispute of what paid, up to its last. */
function checkWebhooks({ order, purchases, webhooks, refunds, disputes }: Books): Check[] {
  const ofPaid = <T extends { attemptId: string }>(rows: T[]) =>
    rows.filter(({ attemptId }) => attemptId === order.paidAttemptId)
  const toldOf = (type: string, key: string, id: string) =>
    webhooks
      .filter((webhook) => webhook.type === type)
      .map(({ body }) => JSON.parse(body).data as Record<string, string>)
      .filter((data) => data[key] === id)
      .map(({ state }) => state)
      .join()
  const refundsTold = ofPaid(refunds).map(({ id, state }) => ({
    state,
    told: toldOf('payment.refunded', 'refundId', id),
  }))
  const disputesTold = ofPaid(disputes).map(({ id, state }) => ({
    state,
    told: toldOf('payment.disputed', 'disputeId', id),
  }))
  const right = { succeeded: ['succeeded'], failed: ['', 'succeeded,failed'], pending: [] as string[] }
  const said = [...refundsTold, ...disputesTold].flatMap(({ told }) => told.split(',').filter(Boolean))
  const paid = webhooks.filter(({ type }) => type === 'payment.paid')
  return [
    [paid.length === purchases.length, `${paid.length} webhooks of payment`],
    ...refundsTold.map(
      ({ state, told }): Check => [right[state].includes(told), `a ${state} refund was told as ${told}`],
    ),
    ...disputesTold.map(
      ({ state, told }): Check => [
        told === state || told === `open,${state}`,
        `a dispute that is ${state} was told as ${told}`,
      ],
    ),
    [webhooks.length === paid.length + said.length, `webhooks of ${webhooks.map(({ type }) => type)}`],
    [webhooks.every(({ state }) => state === 'delivered'), 'a webhook was not delivered'],
  ]
}

type ToldWebhook = {
  id: string
  verified: boolean
  body: { type: string; data?: { paymentId: string } } | null
}

/** A webhook may come twice, under one id, and nothing may come that is not in our books. */
async function wrongsAtGameServer(life: Life, { order, webhooks }: Books): Promise<string[]> {
  const all = (await life.world.control.ask('/game-server/notices?project=islandm3')) as ToldWebhook[]
  const told = all.filter(({ body }) => body?.data?.paymentId === order.id)
  const ids = new Set(told.map(({ id }) => id))
  const wrongs = told.every(({ verified }) => verified) ? [] : ['a webhook was not signed well']
  const isSame = ids.size === webhooks.length && webhooks.every(({ id }) => ids.has(id))
  return isSame
    ? wrongs
    : [...wrongs, `the game server has seen ${[...ids]} of ${webhooks.map(({ id }) => id)}`]
}

const sumOf = (rows: { amountMinor: number }[]) => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
const isIn =
  (wanted: string) =>
  ({ state }: { state: string }) =>
    state === wanted
