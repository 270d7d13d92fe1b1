export type PaymentEmail = {
  language: string
  heading: string
  title: string
  amount: string
  lines: string[]
  seller: string
}

/** The HTML layout of emails about a payment. */
export function paymentEmailHtml({ language, heading, title, amount, lines, seller }: PaymentEmail): string {
  const muted = 'color:#5d6278;font-size:14px;line-height:22px;margin:0 0 6px'
  return `<!doctype html><html lang="${language}"><body style="margin:0;padding:32px 16px;background:#f3f1ec;font-family:Onest,Segoe UI,Helvetica,Arial,sans-serif;color:#171a2b">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px">
<p style="margin:0 0 20px;font-weight:700;letter-spacing:.02em;color:#d9622b">Playhub</p>
<h1 style="margin:0 0 8px;font-size:24px;line-height:30px">${escapeHtml(heading)}</h1>
<p style="margin:0 0 4px;font-size:16px;line-height:24px">${escapeHtml(title)}</p>
<p style="margin:0 0 20px;font-size:34px;line-height:40px;font-weight:600">${escapeHtml(amount)}</p>
${lines.map((line) => `<p style="${muted}">${escapeHtml(line)}</p>`).join('\n')}
<p style="${muted};margin-top:20px">${escapeHtml(seller)}</p>
</div></body></html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
