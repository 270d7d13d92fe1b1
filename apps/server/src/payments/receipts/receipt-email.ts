import { formatMoney, localText } from '@playhub/contract'
import { fillText, type ServerTexts } from '../../i18n/server-texts.ts'
import type { Email } from '../../platform/mail/email.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { ReceiptContent } from '../records/tables.ts'

type ReceiptEmail = {
  to: string
  texts: ServerTexts
  /** The hub's public URL without a trailing slash. */
  publicUrl: string
  /** Opens the receipt's PDF. */
  link: string
}

export function composeReceiptEmail(
  content: ReceiptContent,
  { to, texts, publicUrl, link }: ReceiptEmail,
): Email {
  const { language, brand, emails } = texts
  const own = emails.receipt
  const amount = formatMoney(content.total, language)
  const title = `${localText(content.item, language)} — ${localText(content.game, language)}`
  const seller = localText(content.seller.name, language)
  const lines = [
    fillText(own.paid, { amount, date: formatDateTime(content.paidAt, language) }),
    fillText(own.number, { number: content.number }),
    fillText(own.payment, { id: content.paymentId }),
    fillText(own.help, { email: content.seller.email }),
    seller,
  ]
  const action = { label: own.open, url: link }
  return {
    to,
    subject: fillText(own.subject, { amount }),
    text: [own.heading, title, ...lines, `${own.open}: ${link}`].join('\n\n'),
    html: renderEmailLayout({
      language,
      brand,
      heading: own.heading,
      lead: title,
      amount,
      small: lines,
      action,
      publicUrl,
    }),
  }
}
