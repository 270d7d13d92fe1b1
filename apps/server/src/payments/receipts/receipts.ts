import { shippedLanguages } from '@playhub/contract'
import { LRUCache } from 'lru-cache'
import { shippedFiles, withBrand } from '../../i18n/server-messages.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import { type Deps, findReceiptEmail } from '../deps.ts'
import { issueReceiptJob, jobKinds, OrderPayload, receiptQueue } from '../jobs.ts'
import type { FiscalNumbers } from '../provider.ts'
import { expectOrder, findOrderWithPayment } from '../records/order-store.ts'
import {
  findReceipt,
  findReceiptByOrder,
  insertReceipt,
  markReceiptEmailed,
} from '../records/receipt-store.ts'
import { listPaidAttemptRefunds } from '../records/refund-store.ts'
import type { OrderRow, ReceiptContent, ReceiptRow } from '../records/tables.ts'
import { fiscalPollDelayMs, readFiscalReceipt } from './fiscal-receipt.ts'
import { toReceiptContent } from './receipt-content.ts'
import { composeReceiptEmail } from './receipt-email.ts'
import type { ReceiptStyle } from './receipt-fonts.ts'
import { isReceiptLinkValid, linkLifetimeMs, receiptPath } from './receipt-link.ts'

export function defineReceiptJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.issueReceipt, {
    queue: receiptQueue,
    run: (payload) => issueReceipt(deps, OrderPayload.parse(payload).orderId),
  })
}

/**
 * Creates the receipt once the provider's fiscal receipt is registered, then emails it. Idempotent: when only the email
 * fails, the retry finds the receipt.
 */
async function issueReceipt(deps: Deps, orderId: string): Promise<void> {
  const order = await findOrderWithPayment(deps.db, orderId)
  if (!order) return
  const fiscal = await readFiscalReceipt(deps, order)
  const now = deps.clock.now()
  const delayMs = fiscal.state === 'pending' ? fiscalPollDelayMs(now - (order.paidAt ?? 0)) : null
  if (delayMs !== null)
    return deps.jobs.enqueue(deps.db, { ...issueReceiptJob(orderId), runAt: now + delayMs })
  const receipt = await createReceipt(deps, order, order.paidWith, fiscal.numbers)
  await emailReceipt(deps, order, receipt)
}

/** Stores an order's receipt content; the PDF is rendered from it on demand. */
export async function createReceipt(
  deps: Deps,
  order: OrderRow,
  paidWith: string | null = null,
  fiscal: FiscalNumbers | null = null,
): Promise<ReceiptRow> {
  const { db, catalogue, clock } = deps
  const game = catalogue.project(order.project)?.name ?? { en: order.project }
  const { operator } = catalogue.content().hub
  const content = toReceiptContent(order, {
    ...{ operator, game, paidWith, fiscal },
    findTitle: (itemId) => catalogue.item(itemId)?.title,
  })
  const receipt: ReceiptRow = {
    id: newId(),
    orderId: order.id,
    number: content.number,
    content: JSON.stringify(content),
    email: await findReceiptEmail(deps, order.playerId),
    mailedAt: null,
    createdAt: clock.now(),
  }
  if (await insertReceipt(db, receipt)) return receipt
  const known = await findReceiptByOrder(db, order.id)
  if (!known) throw new Error(`Order ${order.id} has a receipt that cannot be found`)
  return known
}

/** Mails a receipt to where it belongs, or to another email this once. */
export async function emailReceiptTo(
  deps: Deps,
  order: OrderRow,
  receipt: ReceiptRow,
  to: string,
): Promise<void> {
  await emailReceipt(deps, order, { ...receipt, email: to, mailedAt: null })
}

async function emailReceipt(
  { db, clock, mail, catalogue, config, linkSecret }: Deps,
  { language }: OrderRow,
  receipt: ReceiptRow,
): Promise<void> {
  if (!receipt.email || receipt.mailedAt !== null) return
  const content = parseContent(receipt)
  const { publicUrl } = config.http
  const link = lastingReceiptLink({ config, linkSecret }, receipt.id)
  const messages = catalogue.messagesIn(language)
  await mail.send(composeReceiptEmail(content, { to: receipt.email, messages, publicUrl, link }))
  await markReceiptEmailed(db, receipt.id, clock.now())
}

/** A link for an email: it works as long as the receipt is kept, and opens the receipt as it reads then. */
export function lastingReceiptLink(
  { config, linkSecret }: Pick<Deps, 'config' | 'linkSecret'>,
  receiptId: string,
): string {
  return config.http.publicUrl + receiptPath(receiptId, null, linkSecret)
}

/** A link to the receipt, valid for ten minutes; null while the receipt does not exist yet. */
export async function linkToReceipt(deps: Deps, playerId: string, orderId: string): Promise<string | null> {
  const order = await expectOrder(deps, playerId, orderId)
  const receipt = await findReceiptByOrder(deps.db, order.id)
  return receipt ? receiptPath(receipt.id, deps.clock.now() + linkLifetimeMs, deps.linkSecret) : null
}

/** @throws Refusal RECEIPT_LINK_INVALID when the link is forged, expired or has no receipt */
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

/** The stored content with the refunds since. */
async function currentContent(db: Db, receipt: ReceiptRow): Promise<ReceiptContent> {
  const refunds = await listPaidAttemptRefunds(db, receipt.orderId)
  return {
    ...parseContent(receipt),
    refunds: refunds.map(({ amountMinor, settledAt, createdAt }) => ({
      amountMinor,
      refundedAt: settledAt ?? createdAt,
    })),
  }
}

function parseContent({ content }: ReceiptRow): ReceiptContent {
  return JSON.parse(content)
}

/**
 * A receipt's languages and their font. Russian and English share one receipt, as far as the hub has both; any other
 * language shares it with English.
 */
function receiptStyle({ catalogue, config }: Deps, { language = 'en' }: ReceiptContent): ReceiptStyle {
  const { languages, translations } = catalogue.content().languages
  const brand = catalogue.getBrand()
  const messagesIn = (shipped: string) => withBrand(shippedFiles(shipped), brand)
  const isTest = config.mode === 'staging'
  const translation = translations.get(language)
  if (translation) {
    const messages = [withBrand(translation.server, brand), messagesIn('en')]
    return { messages, font: translation.receiptFont, isTest }
  }
  const shipped = shippedLanguages.filter((known) => languages.includes(known))
  return { messages: (shipped.length > 0 ? shipped : ['en']).map(messagesIn), font: null, isTest }
}

type RenderTask = { content: ReceiptContent; style: ReceiptStyle }

const worker = createWorkerPool<RenderTask, Uint8Array>(new URL('./receipt-pdf.ts', import.meta.url), 1)
/** Rendered PDFs (about 40 KB each) by their task, so a reopened receipt is not rendered again. */
const rendered = new LRUCache<string, Buffer, RenderTask>({
  max: 100,
  fetchMethod: async (_key, _stale, { context }) => Buffer.from(await worker.run(context)),
})

/** Renders a PDF in a worker thread: a page takes about 100 ms CPU, which would block the event loop. */
function renderReceipt(content: ReceiptContent, style: ReceiptStyle): Promise<Buffer> {
  return rendered.forceFetch(JSON.stringify([content, style]), { context: { content, style } })
}
