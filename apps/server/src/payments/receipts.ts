import type { Tx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { Refusal } from '../platform/refusal.ts'
import { findPayingAttempt } from './attempt-store.ts'
import type { Deps } from './deps.ts'
import { findOrder } from './order-store.ts'
import { orderOf } from './owned-order.ts'
import { receiptEmailOf } from './payment-screen.ts'
import { factsOf, type ReceiptFacts } from './receipt.ts'
import { receiptLetter } from './receipt-letter.ts'
import { linkLivesMs, opensReceipt, receiptPath } from './receipt-link.ts'
import { findReceipt, findReceiptOfOrder, insertReceipt, recordMailed } from './receipt-store.ts'
import type { OrderRow, ReceiptRow } from './tables.ts'

const issueJob = 'payments.issue-receipt'

/** Plans the receipt of an order, inside the transaction that makes it paid. */
export function planReceipt({ jobs }: Deps, tx: Tx, orderId: string): Promise<void> {
  return jobs.enqueue(tx, { kind: issueJob, payload: { orderId } })
}

export function defineReceiptJobs(deps: Deps): void {
  deps.jobs.define(issueJob, {
    run: (payload) => issueReceipt(deps, (payload as { orderId: string }).orderId),
  })
}

/** Makes the receipt, then mails it. When only the mail fails, the next try finds the receipt made. */
async function issueReceipt(deps: Deps, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId)
  if (!order) return
  await mailReceipt(deps, order, await makeReceipt(deps, order))
}

/** Writes down once what the receipt says; the page is drawn from that whenever somebody opens it. */
export async function makeReceipt(deps: Deps, order: OrderRow): Promise<ReceiptRow> {
  const { db, catalogue, clock } = deps
  const attempt = await findPayingAttempt(db, order.id)
  const name = catalogue.project(order.project)?.name ?? { ru: order.project, en: order.project }
  const facts = factsOf(order, attempt, { operator: catalogue.content().hub.operator, game: name })
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
  const facts = factsIn(receipt)
  const pdf = await press.print(facts)
  await mail.send(receiptLetter(facts, { to: receipt.email, language, pdf }))
  await recordMailed(db, receipt.id, clock.now())
}

/** A link that opens the receipt for ten minutes, or null while it is being made. */
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
  return { number: receipt.number, pdf: await press.print(factsIn(receipt)) }
}

function factsIn(receipt: ReceiptRow): ReceiptFacts {
  return JSON.parse(receipt.facts) as ReceiptFacts
}
