import { formatMoney, localText } from '@playhub/contract'
import { fillText, type ServerMessages } from '../../i18n/server-messages.ts'
import type { Email } from '../../platform/mail/email.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { ReceiptContent } from '../records/tables.ts'
import { calculateDiscount, formatContents } from './receipt-content.ts'

type ReceiptEmail = {
  to: string
  messages: ServerMessages
  /** The hub's public URL without a trailing slash. */
  publicUrl: string
  /** Opens the receipt's PDF. */
  link: string
}

export function composeReceiptEmail(
  content: ReceiptContent,
  { to, messages, publicUrl, link }: ReceiptEmail,
): Email {
  const { language, brand, emails } = messages
  const own = emails.receipt
  const amount = formatMoney(content.total, language)
  const { waiver } = content
  const title = `${localText(content.item, language)} — ${localText(content.game, language)}`
  const seller = localText(content.seller.name, language)
  const contents = formatContents(content, language)
  const lines = [
    ...(contents === '' ? [] : [fillText(own.contents, { contents })]),
    ...discountLines(content, messages),
    fillText(own.paid, { amount, date: formatDateTime(content.paidAt, language) }),
    fillText(own.number, { number: content.number }),
    fillText(own.payment, { id: content.paymentId }),
    ...(waiver
      ? [fillText(own.waiver, { text: waiver.text, date: formatDateTime(waiver.at, language) })]
      : []),
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

function discountLines(content: ReceiptContent, { language, emails }: ServerMessages): string[] {
  const { list } = content
  const discount = calculateDiscount(content)
  if (!list || !discount) return []
  const amounts = { list: formatMoney(list, language), discount: formatMoney(discount, language) }
  return [fillText(emails.receipt.discount, amounts)]
}
