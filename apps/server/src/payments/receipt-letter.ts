import { formatMoney, type InterfaceLanguage } from '@playhub/contract'
import type { Letter } from '../platform/mail.ts'
import { instantInWords, type ReceiptFacts } from './receipt.ts'

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
): Letter {
  const own = words[language]
  const sum = formatMoney(facts.total, language)
  const thing = `${facts.item[language]} — ${facts.game[language]}`
  const lines = [
    own.paid(sum, instantInWords(facts.paidAt, language)),
    `${own.number}: ${facts.number}`,
    `${own.payment}: ${facts.paymentId}`,
    own.help(facts.seller.email),
  ]
  return {
    to,
    subject: own.subject(sum),
    text: [own.heading, '', thing, '', ...lines, '', facts.seller.name[language]].join('\n'),
    html: html(language, own.heading, thing, sum, lines, facts.seller.name[language]),
    attachments: [{ filename: `${facts.number}.pdf`, content: pdf, contentType: 'application/pdf' }],
  }
}

function html(
  language: string,
  heading: string,
  thing: string,
  sum: string,
  lines: string[],
  seller: string,
): string {
  const muted = 'color:#5d6278;font-size:14px;line-height:22px;margin:0 0 6px'
  return `<!doctype html><html lang="${language}"><body style="margin:0;padding:32px 16px;background:#f3f1ec;font-family:Onest,Segoe UI,Helvetica,Arial,sans-serif;color:#171a2b">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px">
<p style="margin:0 0 20px;font-weight:700;letter-spacing:.02em;color:#d9622b">Playhub</p>
<h1 style="margin:0 0 8px;font-size:24px;line-height:30px">${escapeHtml(heading)}</h1>
<p style="margin:0 0 4px;font-size:16px;line-height:24px">${escapeHtml(thing)}</p>
<p style="margin:0 0 20px;font-size:34px;line-height:40px;font-weight:600">${escapeHtml(sum)}</p>
${lines.map((line) => `<p style="${muted}">${escapeHtml(line)}</p>`).join('\n')}
<p style="${muted};margin-top:20px">${escapeHtml(seller)}</p>
</div></body></html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
