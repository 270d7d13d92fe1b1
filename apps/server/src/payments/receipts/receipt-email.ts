import { formatMoney, type InterfaceLanguage } from '@playhub/contract'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { Email } from '../../platform/mail/mail.ts'
import type { ReceiptContent } from '../ledger/tables.ts'
import { paymentEmailHtml } from './payment-email.ts'

const labels = {
  ru: {
    subject: (amount: string) => `Чек Playhub на ${amount}`,
    heading: 'Спасибо за покупку!',
    paid: (amount: string, date: string) => `Оплата ${amount} прошла ${date}. Чек — во вложении.`,
    number: 'Чек',
    payment: 'Платёж',
    help: (email: string) => `Что-то не так? Напишите нам: ${email}`,
  },
  en: {
    subject: (amount: string) => `Your Playhub receipt for ${amount}`,
    heading: 'Thank you for your purchase!',
    paid: (amount: string, date: string) =>
      `Your payment of ${amount} arrived on ${date}. The receipt is attached.`,
    number: 'Receipt',
    payment: 'Payment',
    help: (email: string) => `Something wrong? Write to us: ${email}`,
  },
}

export function composeReceiptEmail(
  content: ReceiptContent,
  { to, language, pdf }: { to: string; language: InterfaceLanguage; pdf: Buffer },
): Email {
  const own = labels[language]
  const amount = formatMoney(content.total, language)
  const title = `${content.item[language]} — ${content.game[language]}`
  const seller = content.seller.name[language]
  const lines = [
    own.paid(amount, formatDateTime(content.paidAt, language)),
    `${own.number}: ${content.number}`,
    `${own.payment}: ${content.paymentId}`,
    own.help(content.seller.email),
  ]
  return {
    to,
    subject: own.subject(amount),
    text: [own.heading, '', title, '', ...lines, '', seller].join('\n'),
    html: paymentEmailHtml({ language, heading: own.heading, title, amount, lines, seller }),
    attachments: [{ filename: `${content.number}.pdf`, content: pdf, contentType: 'application/pdf' }],
  }
}
