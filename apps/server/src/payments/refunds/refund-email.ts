import { formatMoney, localText } from '@playhub/contract'
import type { HubFile } from '../../catalogue/index.ts'
import { fillText, type ServerMessages } from '../../i18n/server-messages.ts'
import type { Email } from '../../platform/mail/email.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import { type Deps, findReceiptEmail } from '../deps.ts'
import { jobKinds, RefundPayload, receiptQueue } from '../jobs.ts'
import { lastingReceiptLink } from '../receipts/receipts.ts'
import { getTitle, isPaid } from '../records/order.ts'
import { findOrder } from '../records/order-store.ts'
import { findReceiptByOrder } from '../records/receipt-store.ts'
import { findRefund, markRefundEmailed } from '../records/refund-store.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'

export function defineRefundEmailJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.emailRefund, {
    queue: receiptQueue,
    run: (payload) => emailRefund(deps, RefundPayload.parse(payload).refundId),
  })
}

/** Emails a refund to where the receipt went, with a link to the receipt. */
async function emailRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  const order = refund && (await findOrder(deps.db, refund.orderId))
  if (!order || refund.state !== 'succeeded' || refund.mailedAt !== null) return
  const to = await findRefundRecipient(deps, order, refund)
  if (!to) return
  const receipt = await findRefundReceipt(deps, order, refund)
  const { operator } = deps.catalogue.content().hub
  const messages = deps.catalogue.messagesIn(order.language)
  const { publicUrl } = deps.config.http
  const receiptLink = receipt && lastingReceiptLink(deps, receipt.id)
  await deps.mail.send(composeRefundEmail({ order, refund, operator, receiptLink, messages, publicUrl }, to))
  await markRefundEmailed(deps.db, refund.id, deps.clock.now())
}

/** Where the receipt went, else the player's own email; null without any. */
export async function findRefundRecipient(
  deps: Deps,
  order: OrderRow,
  refund: RefundRow,
): Promise<string | null> {
  const receipt = await findRefundReceipt(deps, order, refund)
  return receipt?.email ?? findReceiptEmail(deps, order.playerId)
}

/** A surplus charge has no receipt. */
async function findRefundReceipt({ db }: Deps, order: OrderRow, { attemptId }: RefundRow) {
  return order.paidAttemptId === attemptId ? findReceiptByOrder(db, order.id) : undefined
}

type Content = {
  order: OrderRow
  refund: RefundRow
  operator: HubFile['operator']
  receiptLink: string | undefined
  messages: ServerMessages
  publicUrl: string
}

function composeRefundEmail(content: Content, to: string): Email {
  const { order, refund, operator, receiptLink, messages, publicUrl } = content
  const { language, brand, emails } = messages
  const own = emails.refund
  const date = formatDateTime(refund.settledAt ?? refund.createdAt, language)
  const amount = formatMoney(refund, language)
  const lines = [
    fillText(own.returned, { amount, date }),
    ...(refund.requestedBy === 'hub' ? [isPaid(order) ? own.secondCharge : own.closedOrder] : []),
    fillText(own.payment, { id: order.id }),
    fillText(own.help, { email: operator.supportEmail }),
    localText(operator.company, language),
  ]
  const action = receiptLink === undefined ? undefined : { label: own.receipt, url: receiptLink }
  const title = getTitle(order, language)
  return {
    to,
    subject: fillText(own.subject, { amount }),
    text: [own.heading, title, ...lines, ...(action ? [`${action.label}: ${action.url}`] : [])].join('\n\n'),
    html: renderEmailLayout({
      language,
      brand,
      heading: own.heading,
      lead: title,
      amount,
      small: lines,
      ...(action && { action }),
      publicUrl,
    }),
  }
}
