import { escapeHtml } from '../pages/assets.ts'
import type { ApiResponse } from '../platform/emulated-api.ts'
import type { OAuthRequest } from './http.ts'

export type Language = 'en' | 'ru'

/** Login pages cannot be framed, like the real providers'. Forms may post to any app. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'none'; " +
  "form-action http: https:; base-uri 'none'; frame-ancestors 'none'"

interface Page {
  language: Language
  title: string
  /** HTML. */
  content: string
  /** URL of a script. */
  script?: string
  status?: number
}

export function page({ language, title, content, script, status = 200 }: Page): ApiResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
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

/** A provider's page for a request it cannot report to the app. */
export function errorPage(
  language: Language,
  providerName: string,
  { code, reason, status = 400 }: { code: string; reason: string; status?: number },
): ApiResponse {
  const [title, lead] =
    language === 'ru'
      ? ['Войти нельзя', 'Ошибка в запросе приложения:']
      : ['Sign-in is not possible', 'The app sent an invalid request:']
  return page({
    language,
    status,
    title,
    content: `<p class="company">${escapeHtml(providerName)}</p>
<h1>${title}</h1>
<p>${lead}</p>
<p><code>${escapeHtml(code)}</code></p>
<p class="quiet">${escapeHtml(reason)}</p>`,
  })
}

/** The page's language: the provider's own parameter, else what the browser prefers. */
export function readLanguage({ acceptLanguage }: OAuthRequest, locale?: string | null): Language {
  // `ru`, `ru-RU`, `ru_RU`, `ru-RU,en;q=0.8`
  return /^ru\b|^ru_/i.test((locale || acceptLanguage || '').trim()) ? 'ru' : 'en'
}
