import { formatMoney, localText } from '@playhub/contract'
import { fillText, type ServerTexts } from '../../i18n/server-texts.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { Email } from '../../platform/mail/mail.ts'
import type { ReceiptContent } from '../ledger/tables.ts'
import { paymentEmailHtml } from './payment-email.ts'

export function composeReceiptEmail(
  content: ReceiptContent,
  { to, texts, pdf }: { to: string; texts: ServerTexts; pdf: Buffer },
): Email {
  const { language, emails } = texts
  const own = emails.receipt
  const amount = formatMoney(content.total, language)
  const title = `${localText(content.item, language)} — ${localText(content.game, language)}`
  const seller = localText(content.seller.name, language)
  const lines = [
    fillText(own.paid, { amount, date: formatDateTime(content.paidAt, language) }),
    fillText(own.number, { number: content.number }),
    fillText(own.payment, { id: content.paymentId }),
    fillText(own.help, { email: content.seller.email }),
  ]
  return {
    to,
    subject: fillText(own.subject, { amount }),
    text: [own.heading, '', title, '', ...lines, '', seller].join('\n'),
    html: paymentEmailHtml({ language, heading: own.heading, title, amount, lines, seller }),
    attachments: [{ filename: `${content.number}.pdf`, content: pdf, contentType: 'application/pdf' }],
  }
}
