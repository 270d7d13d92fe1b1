import type { InterfaceLanguage } from '@playhub/contract'

/** Email content. Plain text, in which line breaks are kept. */
export type EmailLayout = {
  language: InterfaceLanguage
  /** Hub name at the top. */
  brand: string
  heading: string
  lead: string
  /** Code to copy, in large type. */
  code?: string
  /** Money in large type. */
  amount?: string
  /** Lists below the text, each with a link in its title. */
  sections?: { title: string; url: string; lines: string[] }[]
  small: string[]
  /** Link below the text, styled as a button. */
  action?: { label: string; url: string }
  publicUrl: string
}

const sans = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const mono = "font-family:'SF Mono',Consolas,Menlo,monospace"

/** Renders HTML with tables and inline styles, the only layout with one look in all email clients. */
export function renderEmailLayout({
  language,
  brand,
  heading,
  lead,
  code,
  amount,
  sections = [],
  small,
  action,
  publicUrl,
}: EmailLayout): string {
  const home = escapeHtml(publicUrl)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background:#eceef6">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:#eceef6">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:480px;background:#ffffff;border-radius:16px;overflow:hidden">
<tr><td style="padding:20px 32px;background:#10131f;border-bottom:4px solid #ffab4a;${sans};font-size:20px;font-weight:700;color:#ffffff">${escapeHtml(brand)}</td></tr>
<tr><td style="padding:32px;${sans};font-size:16px;line-height:1.5;color:#1a1d2e">
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>
<p style="margin:0 0 20px;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(lead)}</p>
${code === undefined ? '' : largeCode(code)}
${amount === undefined ? '' : largeAmount(amount)}
${sections.map(section).join('\n')}
${small.map((text) => `<p style="margin:0 0 12px;font-size:14px;color:#4b5068;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(text)}</p>`).join('\n')}
${action === undefined ? '' : button(action)}
</td></tr>
</table>
<p style="margin:16px 0 0;${sans};font-size:13px"><a href="${home}" style="color:#565b72">${home.replace(/^https?:\/\//, '')}</a></p>
</td></tr>
</table>
</body>
</html>
`
}

function section({ title, url, lines }: { title: string; url: string; lines: string[] }): string {
  const link = `<a href="${escapeHtml(url)}" style="color:#1a1d2e">${escapeHtml(title)}</a>`
  return `<h2 style="margin:0 0 4px;font-size:18px;line-height:1.25">${link}</h2>
<p style="margin:0 0 20px;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(lines.join('\n'))}</p>`
}

function button({ label, url }: { label: string; url: string }): string {
  const look =
    'display:inline-block;padding:14px 20px;background:#ffab4a;border-radius:12px;font-weight:700;color:#10131f;text-decoration:none'
  return `<p style="margin:20px 0 0"><a href="${escapeHtml(url)}" style="${look}">${escapeHtml(label)}</a></p>`
}

function largeCode(code: string): string {
  const box =
    'margin:0 0 20px;padding:20px 0;background:#f3f4fb;border-radius:12px;text-align:center;color:#10131f'
  const digits = `${mono};font-size:40px;line-height:1.2;font-weight:700;letter-spacing:0.2em;text-indent:0.2em`
  return `<p style="${box};${digits}">${escapeHtml(code)}</p>`
}

function largeAmount(amount: string): string {
  return `<p style="margin:0 0 20px;font-size:34px;line-height:1.2;font-weight:600">${escapeHtml(amount)}</p>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
