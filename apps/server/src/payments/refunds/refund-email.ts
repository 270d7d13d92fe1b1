import { formatMoney, localText } from '@playhub/contract'
import type { HubFile } from '../../catalogue/index.ts'
import { fillText, type ServerTexts } from '../../i18n/server-texts.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { Email } from '../../platform/mail/mail.ts'
import { type Deps, receiptEmailOf } from '../deps.ts'
import { jobKinds, receiptQueue } from '../jobs.ts'
import { titleOf } from '../ledger/order.ts'
import { findOrder } from '../ledger/order-store.ts'
import { findRefund, markRefundEmailed } from '../ledger/refund-store.ts'
import type { OrderRow, RefundRow } from '../ledger/tables.ts'
import { paymentEmailHtml } from '../receipts/payment-email.ts'
import { renderCurrentReceipt } from '../receipts/receipts.ts'

export function defineRefundEmailJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.emailRefund, {
    queue: receiptQueue,
    run: (payload) => emailRefund(deps, (payload as { refundId: string }).refundId),
  })
}

/** Emails a refund to the address of the receipt, with the receipt as it reads now. */
async function emailRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  const order = refund && (await findOrder(deps.db, refund.orderId))
  if (!order || refund.state !== 'succeeded' || refund.mailedAt !== null) return
  const isOfReceipt = order.paidAttemptId === refund.attemptId
  const receipt = isOfReceipt ? await renderCurrentReceipt(deps, order) : undefined
  const to = receipt?.email ?? (await receiptEmailOf(deps, order.playerId))
  if (!to) return
  const { operator } = deps.catalogue.content().hub
  const texts = deps.catalogue.textsIn(order.language)
  await deps.mail.send(composeRefundEmail({ order, refund, operator, receipt, texts }, to))
  await markRefundEmailed(deps.db, refund.id, deps.clock.now())
}

type Content = {
  order: OrderRow
  refund: RefundRow
  operator: HubFile['operator']
  receipt: { number: string; pdf: Buffer } | undefined
  texts: ServerTexts
}

function composeRefundEmail({ order, refund, operator, receipt, texts }: Content, to: string): Email {
  const { language, emails } = texts
  const own = emails.refund
  const date = formatDateTime(refund.settledAt ?? refund.createdAt, language)
  const amount = formatMoney(refund, language)
  const lines = [
    fillText(own.returned, { amount, date }),
    ...(refund.requestedBy === 'hub' ? [own.secondCharge] : []),
    ...(receipt ? [own.receipt] : []),
    fillText(own.payment, { id: order.id }),
    fillText(own.help, { email: operator.supportEmail }),
  ]
  const title = titleOf(order, language)
  const seller = localText(operator.company, language)
  return {
    to,
    subject: fillText(own.subject, { amount }),
    text: [own.heading, '', title, '', ...lines, '', seller].join('\n'),
    html: paymentEmailHtml({ language, heading: own.heading, title, amount, lines, seller }),
    ...(receipt && {
      attachments: [
        { filename: `${receipt.number}.pdf`, content: receipt.pdf, contentType: 'application/pdf' },
      ],
    }),
  }
}
