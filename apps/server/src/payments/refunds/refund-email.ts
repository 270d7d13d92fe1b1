import { formatMoney } from '@playhub/contract'
import type { HubFile } from '../../catalogue/index.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { Email } from '../../platform/mail/mail.ts'
import { titleOf } from '../orders/order.ts'
import { paymentLetterHtml } from '../receipts/payment-email.ts'
import type { OrderRow } from '../tables.ts'
import type { RefundRow } from './refund-tables.ts'

const words = {
  ru: {
    subject: (sum: string) => `Playhub возвращает вам ${sum}`,
    heading: 'Деньги возвращаются',
    returned: (sum: string, date: string) =>
      `${sum} отправлены обратно ${date} тем же способом, которым вы платили. Банк может зачислять их до десяти дней.`,
    twice: 'Этот заказ был оплачен дважды: второе списание возвращено целиком.',
    receipt: 'Чек с отметкой о возврате — во вложении.',
    payment: 'Платёж',
    help: (email: string) => `Что-то не так? Напишите нам: ${email}`,
  },
  en: {
    subject: (sum: string) => `Playhub is returning ${sum} to you`,
    heading: 'Your money is on its way back',
    returned: (sum: string, date: string) =>
      `${sum} was sent back on ${date}, the same way you paid. Your bank may take up to ten days to show it.`,
    twice: 'This order was charged twice: the second charge is returned in full.',
    receipt: 'The receipt, with the refund on it, is attached.',
    payment: 'Payment',
    help: (email: string) => `Something wrong? Write to us: ${email}`,
  },
}

type Returned = {
  order: OrderRow
  refund: RefundRow
  operator: HubFile['operator']
  receipt: { number: string; pdf: Buffer } | undefined
}

/** The letter that tells of money on its way back, in the player's language. */
export function refundLetter({ order, refund, operator, receipt }: Returned, to: string): Email {
  const { language } = order
  const own = words[language]
  const sum = formatMoney(refund, language)
  const lines = [
    own.returned(sum, formatDateTime(refund.settledAt ?? refund.createdAt, language)),
    ...(refund.requestedBy === 'hub' ? [own.twice] : []),
    ...(receipt ? [own.receipt] : []),
    `${own.payment}: ${order.id}`,
    own.help(operator.supportEmail),
  ]
  const thing = titleOf(order, language)
  const seller = operator.company[language]
  return {
    to,
    subject: own.subject(sum),
    text: [own.heading, '', thing, '', ...lines, '', seller].join('\n'),
    html: paymentLetterHtml({ language, heading: own.heading, thing, sum, lines, seller }),
    ...(receipt && {
      attachments: [
        { filename: `${receipt.number}.pdf`, content: receipt.pdf, contentType: 'application/pdf' },
      ],
    }),
  }
}
