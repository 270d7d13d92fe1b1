import { escapeHtml } from '../pages/html.ts'
import type { Answer } from './http.ts'
import type { Language } from './language.ts'

/** Nobody frames a sign-in page, as with the real ones; forms may go on to wherever an app lives. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'none'; " +
  "form-action http: https:; base-uri 'none'; frame-ancestors 'none'"

interface Page {
  language: Language
  title: string
  /** HTML. */
  content: string
  /** The address of a script. */
  script?: string
  status?: number
}

export function page({ language, title, content, script, status = 200 }: Page): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      vary: 'accept-language',
    },
    body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Playhub sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/identity/page.css">
${script ? `<script src="${script}" defer></script>` : ''}
</head>
<body>
<main class="sheet">
${content}
</main>
</body>
</html>
`,
  }
}

/** How a provider shows a request that it cannot send back to the app: its own code, and what is wrong. */
export function errorPage(
  language: Language,
  company: string,
  { code, reason, status = 400 }: { code: string; reason: string; status?: number },
): Answer {
  const says = language === 'ru' ? 'Войти нельзя' : 'Sign-in is not possible'
  const about =
    language === 'ru' ? 'Так приложение отправило запрос сюда:' : 'This is how the app sent its request here:'
  return page({
    language,
    status,
    title: says,
    content: `<p class="company">${escapeHtml(company)}</p>
<h1>${says}</h1>
<p>${about}</p>
<p><code>${escapeHtml(code)}</code></p>
<p class="quiet">${escapeHtml(reason)}</p>`,
  })
}
