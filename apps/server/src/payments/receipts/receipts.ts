import { shippedLanguages } from '@playhub/contract'
import { shippedTexts } from '../../i18n/server-texts.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import { type Deps, receiptEmailOf } from '../deps.ts'
import { issueReceiptJob, jobKinds, receiptQueue } from '../jobs.ts'
import { findAttempt } from '../ledger/attempt-store.ts'
import { expectOrder, findOrder } from '../ledger/order-store.ts'
import {
  findReceipt,
  findReceiptOfOrder,
  insertReceipt,
  markReceiptEmailed,
} from '../ledger/receipt-store.ts'
import { listRefundsOfPaidAttempt } from '../ledger/refund-store.ts'
import type { AttemptRow, OrderRow, ReceiptContent, ReceiptRow } from '../ledger/tables.ts'
import type { FiscalNumbers } from '../provider.ts'
import { fiscalPollDelayMs, readFiscalReceipt } from './fiscal-receipt.ts'
import { receiptContentOf } from './receipt-content.ts'
import { composeReceiptEmail } from './receipt-email.ts'
import type { ReceiptStyle } from './receipt-fonts.ts'
import { isReceiptLinkValid, linkLifetimeMs, receiptPath } from './receipt-link.ts'

export function defineReceiptJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.issueReceipt, {
    queue: receiptQueue,
    run: (payload) => issueReceipt(deps, (payload as { orderId: string }).orderId),
  })
}

/**
 * Creates the receipt once the provider's fiscal receipt is registered, then emails it. Idempotent: when only the email
 * fails, the retry finds the receipt.
 */
async function issueReceipt(deps: Deps, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId)
  if (!order) return
  const attempt = order.paidAttemptId === null ? undefined : await findAttempt(deps.db, order.paidAttemptId)
  const fiscal = await readFiscalReceipt(deps, attempt)
  const now = deps.clock.now()
  const delayMs = fiscal.state === 'pending' ? fiscalPollDelayMs(now - (order.paidAt ?? 0)) : null
  if (delayMs !== null)
    return deps.jobs.enqueue(deps.db, { ...issueReceiptJob(orderId), runAt: now + delayMs })
  await emailReceipt(deps, order, await createReceipt(deps, order, attempt, fiscal.numbers))
}

/** Stores the content of an order's receipt; the PDF is rendered from it on demand. */
export async function createReceipt(
  deps: Deps,
  order: OrderRow,
  attempt?: AttemptRow,
  fiscal: FiscalNumbers | null = null,
): Promise<ReceiptRow> {
  const { db, catalogue, clock } = deps
  const game = catalogue.project(order.project)?.name ?? { en: order.project }
  const { operator } = catalogue.content().hub
  const content = receiptContentOf(order, { operator, game, paidWith: attempt?.paidWith ?? null, fiscal })
  await insertReceipt(db, {
    id: newId(),
    orderId: order.id,
    number: content.number,
    content: JSON.stringify(content),
    email: await receiptEmailOf(deps, order.playerId),
    mailedAt: null,
    createdAt: clock.now(),
  })
  const receipt = await findReceiptOfOrder(db, order.id)
  if (!receipt) throw new Error(`The receipt of order ${order.id} was created but not found`)
  return receipt
}

async function emailReceipt(deps: Deps, { language }: OrderRow, receipt: ReceiptRow): Promise<void> {
  const { db, mail, clock, catalogue } = deps
  if (!receipt.email || receipt.mailedAt !== null) return
  const content = await currentContent(db, receipt)
  const pdf = await renderReceipt(content, receiptStyle(deps, content))
  const texts = catalogue.textsIn(language)
  await mail.send(composeReceiptEmail(content, { to: receipt.email, texts, pdf }))
  await markReceiptEmailed(db, receipt.id, clock.now())
}

/** A link to the receipt, valid for ten minutes; null while the receipt does not exist yet. */
export async function linkToReceipt(deps: Deps, playerId: string, orderId: string): Promise<string | null> {
  const order = await expectOrder(deps, playerId, orderId)
  const receipt = await findReceiptOfOrder(deps.db, order.id)
  return receipt ? receiptPath(receipt.id, deps.clock.now() + linkLifetimeMs, deps.linkSecret) : null
}

/** @throws Refusal RECEIPT_LINK_INVALID when the link is forged, expired or of no receipt */
export async function openReceipt(
  deps: Deps,
  receiptId: string,
  link: { expires?: unknown; signature?: unknown },
): Promise<{ number: string; pdf: Buffer }> {
  const { db, clock, linkSecret } = deps
  const isValid = isReceiptLinkValid(receiptId, link, linkSecret, clock.now())
  const receipt = isValid ? await findReceipt(db, receiptId) : undefined
  if (!receipt) throw new Refusal('RECEIPT_LINK_INVALID')
  const content = await currentContent(db, receipt)
  return { number: receipt.number, pdf: await renderReceipt(content, receiptStyle(deps, content)) }
}

/** The order's receipt including refunds; undefined while it does not exist yet. */
export async function renderCurrentReceipt(
  deps: Deps,
  order: OrderRow,
): Promise<{ number: string; email: string | null; pdf: Buffer } | undefined> {
  const receipt = await findReceiptOfOrder(deps.db, order.id)
  if (!receipt) return undefined
  const content = await currentContent(deps.db, receipt)
  const pdf = await renderReceipt(content, receiptStyle(deps, content))
  return { number: receipt.number, email: receipt.email, pdf }
}

/** The stored content with the refunds since. */
async function currentContent(db: Db, { content, orderId }: ReceiptRow): Promise<ReceiptContent> {
  const refunds = await listRefundsOfPaidAttempt(db, orderId)
  return {
    ...(JSON.parse(content) as ReceiptContent),
    refunds: refunds.map(({ amountMinor, settledAt, createdAt }) => ({
      amountMinor,
      refundedAt: settledAt ?? createdAt,
    })),
  }
}

/**
 * The languages of a receipt and the font that they need. Russian and English share one, as far as the hub has both; any
 * other language shares it with English.
 */
function receiptStyle({ catalogue }: Deps, { language = 'en' }: ReceiptContent): ReceiptStyle {
  const { languages, translations } = catalogue.content().languages
  const translation = translations.get(language)
  if (translation) return { texts: [translation.server, shippedTexts('en')], font: translation.receiptFont }
  const shipped = shippedLanguages.filter((known) => languages.includes(known))
  return { texts: (shipped.length > 0 ? shipped : ['en']).map(shippedTexts), font: null }
}

const worker = createWorkerPool<{ content: ReceiptContent; style: ReceiptStyle }, Uint8Array>(
  new URL('./receipt-pdf.ts', import.meta.url),
  1,
)
const bothShipped: ReceiptStyle = { texts: shippedLanguages.map(shippedTexts), font: null }

/** Renders a PDF in a worker thread: a page takes about 100 ms of CPU, which would block the event loop. */
export async function renderReceipt(content: ReceiptContent, style = bothShipped): Promise<Buffer> {
  return Buffer.from(await worker.run({ content, style }))
}
