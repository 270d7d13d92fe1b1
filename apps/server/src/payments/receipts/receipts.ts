import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import type { Deps } from '../deps.ts'
import { findOrder } from '../orders/order-store.ts'
import { orderOf } from '../orders/owned-order.ts'
import { receiptEmailOf } from '../orders/payment-screen.ts'
import type { FiscalNumbers } from '../providers/provider.ts'
import { receiptQueue } from '../queues.ts'
import { listRefundsPaidOut } from '../refunds/refund-store.ts'
import type { AttemptRow, OrderRow, ReceiptRow } from '../tables.ts'
import { fiscalReceiptOf, fiscalWaitMs } from './fiscal-receipt.ts'
import { factsOf, type ReceiptFacts } from './receipt.ts'
import { receiptLetter } from './receipt-email.ts'
import { linkLivesMs, opensReceipt, receiptPath } from './receipt-link.ts'
import { findReceipt, findReceiptOfOrder, insertReceipt, recordMailed } from './receipt-store.ts'

const issueJob = 'payments.issue-receipt'

/** The job that makes and mails the receipt of an order, to be added by the transaction that makes it paid. */
export function receiptJob(orderId: string): NewJob {
  return { kind: issueJob, payload: { orderId } }
}

export function defineReceiptJobs(deps: Deps): void {
  deps.jobs.define(issueJob, {
    queue: receiptQueue,
    run: (payload) => issueReceipt(deps, (payload as { orderId: string }).orderId),
  })
}

/**
 * Makes the receipt, once the provider's own is registered, then mails it. When only the mail fails, the next try finds
 * the receipt made.
 */
async function issueReceipt(deps: Deps, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId)
  if (!order) return
  const attempt = order.paidAttemptId === null ? undefined : await findAttempt(deps.db, order.paidAttemptId)
  const fiscal = await fiscalReceiptOf(deps, attempt)
  const now = deps.clock.now()
  const waitMs = fiscal.state === 'pending' ? fiscalWaitMs(now - (order.paidAt ?? 0)) : null
  if (waitMs !== null) return deps.jobs.enqueue(deps.db, { ...receiptJob(orderId), runAt: now + waitMs })
  await mailReceipt(deps, order, await makeReceipt(deps, order, attempt, fiscal.numbers))
}

/** Writes down once what the receipt says; the page is drawn from that whenever somebody opens it. */
export async function makeReceipt(
  deps: Deps,
  order: OrderRow,
  attempt?: AttemptRow,
  fiscal: FiscalNumbers | null = null,
): Promise<ReceiptRow> {
  const { db, catalogue, clock } = deps
  const name = catalogue.project(order.project)?.name ?? { ru: order.project, en: order.project }
  const { operator } = catalogue.content().hub
  const facts = factsOf(order, { operator, game: name, paidWith: attempt?.paidWith ?? null, fiscal })
  await insertReceipt(db, {
    id: newId(),
    orderId: order.id,
    number: facts.number,
    facts: JSON.stringify(facts),
    email: await receiptEmailOf(deps, order.playerId),
    mailedAt: null,
    createdAt: clock.now(),
  })
  const made = await findReceiptOfOrder(db, order.id)
  if (!made) throw new Error(`The receipt of order ${order.id} was made and is not there`)
  return made
}

async function mailReceipt(
  { db, mail, clock, press }: Deps,
  { language }: OrderRow,
  receipt: ReceiptRow,
): Promise<void> {
  if (!receipt.email || receipt.mailedAt !== null) return
  const facts = await currentFacts(db, receipt)
  const pdf = await press.print(facts)
  await mail.send(receiptLetter(facts, { to: receipt.email, language, pdf }))
  await recordMailed(db, receipt.id, clock.now())
}

/** A link that opens the receipt for ten minutes, or null while it is being made or waits for the provider's own. */
export async function linkToReceipt(deps: Deps, playerId: string, orderId: string): Promise<string | null> {
  const order = await orderOf(deps, playerId, orderId)
  const receipt = await findReceiptOfOrder(deps.db, order.id)
  return receipt ? receiptPath(receipt.id, deps.clock.now() + linkLivesMs, deps.linkSecret) : null
}

/** @throws Refusal RECEIPT_LINK_INVALID when the link is not ours, is too old or leads nowhere. */
export async function openReceipt(
  { db, clock, linkSecret, press }: Deps,
  receiptId: string,
  link: { expires?: unknown; signature?: unknown },
): Promise<{ number: string; pdf: Buffer }> {
  const isValid = opensReceipt(receiptId, link, linkSecret, clock.now())
  const receipt = isValid ? await findReceipt(db, receiptId) : undefined
  if (!receipt) throw new Refusal('RECEIPT_LINK_INVALID')
  return { number: receipt.number, pdf: await press.print(await currentFacts(db, receipt)) }
}

/** The receipt of a paid order as it reads now; undefined while it is being made. */
export async function printedReceipt(
  { db, press }: Deps,
  order: OrderRow,
): Promise<{ number: string; email: string | null; pdf: Buffer } | undefined> {
  const receipt = await findReceiptOfOrder(db, order.id)
  if (!receipt) return undefined
  const pdf = await press.print(await currentFacts(db, receipt))
  return { number: receipt.number, email: receipt.email, pdf }
}

/** What was written down on the day of the payment, and what has gone back since. */
async function currentFacts(db: Db, { facts, orderId }: ReceiptRow): Promise<ReceiptFacts> {
  const refunds = await listRefundsPaidOut(db, orderId)
  return {
    ...(JSON.parse(facts) as ReceiptFacts),
    refunds: refunds.map(({ amountMinor, settledAt, createdAt }) => ({
      amountMinor,
      refundedAt: settledAt ?? createdAt,
    })),
  }
}
