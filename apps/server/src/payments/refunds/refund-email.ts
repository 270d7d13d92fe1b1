import { formatMoney } from '@playhub/contract'
import type { HubFile } from '../../catalogue/index.ts'
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
  await deps.mail.send(composeRefundEmail({ order, refund, operator, receipt }, to))
  await markRefundEmailed(deps.db, refund.id, deps.clock.now())
}

const labels = {
  ru: {
    subject: (amount: string) => `Playhub возвращает вам ${amount}`,
    heading: 'Деньги возвращаются',
    returned: (amount: string, date: string) =>
      `${amount} отправлены обратно ${date} тем же способом, которым вы платили. Банк может зачислять их до десяти дней.`,
    secondCharge: 'Этот заказ был оплачен дважды: второе списание возвращено целиком.',
    receipt: 'Чек с отметкой о возврате — во вложении.',
    payment: 'Платёж',
    help: (email: string) => `Что-то не так? Напишите нам: ${email}`,
  },
  en: {
    subject: (amount: string) => `Playhub is returning ${amount} to you`,
    heading: 'Your money is on its way back',
    returned: (amount: string, date: string) =>
      `${amount} was sent back on ${date}, the same way you paid. Your bank may take up to ten days to show it.`,
    secondCharge: 'This order was charged twice: the second charge is returned in full.',
    receipt: 'The receipt, with the refund on it, is attached.',
    payment: 'Payment',
    help: (email: string) => `Something wrong? Write to us: ${email}`,
  },
}

type Content = {
  order: OrderRow
  refund: RefundRow
  operator: HubFile['operator']
  receipt: { number: string; pdf: Buffer } | undefined
}

function composeRefundEmail({ order, refund, operator, receipt }: Content, to: string): Email {
  const { language } = order
  const own = labels[language]
  const amount = formatMoney(refund, language)
  const lines = [
    own.returned(amount, formatDateTime(refund.settledAt ?? refund.createdAt, language)),
    ...(refund.requestedBy === 'hub' ? [own.secondCharge] : []),
    ...(receipt ? [own.receipt] : []),
    `${own.payment}: ${order.id}`,
    own.help(operator.supportEmail),
  ]
  const title = titleOf(order, language)
  const seller = operator.company[language]
  return {
    to,
    subject: own.subject(amount),
    text: [own.heading, '', title, '', ...lines, '', seller].join('\n'),
    html: paymentEmailHtml({ language, heading: own.heading, title, amount, lines, seller }),
    ...(receipt && {
      attachments: [
        { filename: `${receipt.number}.pdf`, content: receipt.pdf, contentType: 'application/pdf' },
      ],
    }),
  }
}
