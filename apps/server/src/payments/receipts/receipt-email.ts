import { formatMoney, type InterfaceLanguage } from '@playhub/contract'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { Email } from '../../platform/mail/mail.ts'
import { paymentLetterHtml } from './payment-email.ts'
import type { ReceiptFacts } from './receipt.ts'

const words = {
  ru: {
    subject: (sum: string) => `Чек Playhub на ${sum}`,
    heading: 'Спасибо за покупку!',
    paid: (sum: string, date: string) => `Оплата ${sum} прошла ${date}. Чек — во вложении.`,
    number: 'Чек',
    payment: 'Платёж',
    help: (email: string) => `Что-то не так? Напишите нам: ${email}`,
  },
  en: {
    subject: (sum: string) => `Your Playhub receipt for ${sum}`,
    heading: 'Thank you for your purchase!',
    paid: (sum: string, date: string) =>
      `Your payment of ${sum} arrived on ${date}. The receipt is attached.`,
    number: 'Receipt',
    payment: 'Payment',
    help: (email: string) => `Something wrong? Write to us: ${email}`,
  },
}

/** The letter that brings a receipt, in the player's language. */
export function receiptLetter(
  facts: ReceiptFacts,
  { to, language, pdf }: { to: string; language: InterfaceLanguage; pdf: Buffer },
): Email {
  const own = words[language]
  const sum = formatMoney(facts.total, language)
  const thing = `${facts.item[language]} — ${facts.game[language]}`
  const lines = [
    own.paid(sum, formatDateTime(facts.paidAt, language)),
    `${own.number}: ${facts.number}`,
    `${own.payment}: ${facts.paymentId}`,
    own.help(facts.seller.email),
  ]
  return {
    to,
    subject: own.subject(sum),
    text: [own.heading, '', thing, '', ...lines, '', facts.seller.name[language]].join('\n'),
    html: paymentLetterHtml({
      language,
      heading: own.heading,
      thing,
      sum,
      lines,
      seller: facts.seller.name[language],
    }),
    attachments: [{ filename: `${facts.number}.pdf`, content: pdf, contentType: 'application/pdf' }],
  }
}
