import { escapeHtml } from '../../pages/assets.ts'
import type { Charge } from '../model/records.ts'

const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '))

/** The page at `charge.receipt_url`. It shows the current state of the charge, including refunds. */
export function receiptPage(charge: Charge): string {
  const rows = [
    ['Amount paid', money(charge.amountCaptured || charge.amount, charge.currency)],
    ...(charge.amountRefunded > 0 ? [['Refunded', money(charge.amountRefunded, charge.currency)]] : []),
    ['Date paid', new Date(charge.createdAt * 1000).toISOString().slice(0, 10)],
    ['Payment method', `${charge.method.brand} •••• ${charge.method.last4}`],
    ...(charge.description ? [['Description', charge.description]] : []),
    ...(charge.receiptEmail ? [['Sent to', charge.receiptEmail]] : []),
    ['Charge', charge.id],
  ]
  const list = rows.map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Receipt of the Stripe sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/stripe/page.css">
</head>
<body>
<main class="sheet">
<h1>Receipt</h1>
<dl>${list}</dl>
<p class="quiet">A receipt of the sandbox: no money was moved.</p>
</main>
</body>
</html>
`
}

function money(amountMinor: number, currency: string): string {
  const code = currency.toUpperCase()
  const value = ZERO_DECIMAL.has(currency) ? amountMinor : amountMinor / 100
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).format(value)
}
