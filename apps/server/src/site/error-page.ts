import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import type { ServerMessages } from '../i18n/server-messages.ts'
import type { ErrorPage, SendHtmlError } from '../platform/http/problems.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { readLanguage } from './pages/preferences.ts'
import { getTenant } from './pages/tenants.ts'

const statuses = { 404: 404, 429: 429, 500: 500, 503: 503, RECEIPT_LINK_INVALID: 403 } as const

/**
 * Creates the handler of failed page navigations: a self-contained error page, without scripts or files. It returns
 * undefined for other clients and for subresources, which get a problem document instead.
 */
export function htmlErrorSender(
  { content, messagesIn, projects }: Pick<Catalogue, 'content' | 'messagesIn' | 'projects'>,
  mode: HubConfig['mode'],
): SendHtmlError {
  return (request, reply, page) => {
    const ids = projects().map(({ id }) => id)
    const tenant = getTenant(request.headers.host ?? '', ids)
    const messages = messagesIn(readLanguage(request, content().languages), tenant)
    const embedders = projects().flatMap(({ origins }) => origins)
    return sendHtmlError(request, reply, page, { messages, embedders, isTest: mode === 'staging' })
  }
}

/** @param embedders  Origins allowed to frame the page, as they frame others. */
const createPolicy = (embedders: string[]) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors 'self'", ...new Set(embedders)].join(' '),
  ].join('; ')

function sendHtmlError(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ErrorPage,
  { messages, embedders, isTest }: { messages: ServerMessages; embedders: string[]; isTest: boolean },
): FastifyReply | undefined {
  const { method, url, headers } = request
  // A receipt link is an API URL opened by people.
  const isForPeople = page === 'RECEIPT_LINK_INVALID' || !isApiPath(url)
  if (method !== 'GET' || !isForPeople || !headers.accept?.includes('text/html')) return undefined
  return reply
    .code(statuses[page])
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': createPolicy(embedders),
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(errorPage(messages, { page, isTest, traceId: request.id }))
}

/** True for URLs called by programs; they get problem+json instead of pages. */
export function isApiPath(url: string): boolean {
  return /^\/(api|webhooks)([/?]|$)/.test(url)
}

function errorPage(
  { language, brand, pages }: ServerMessages,
  { page, isTest, traceId }: { page: ErrorPage; isTest: boolean; traceId: string },
): string {
  const { error } = pages
  const messages: Record<ErrorPage, [title: string, text: string]> = {
    404: [error.notFoundTitle, error.notFoundText],
    429: [error.tooManyTitle, error.tooManyText],
    500: [error.serverTitle, error.serverText],
    503: [error.busyTitle, error.busyText],
    RECEIPT_LINK_INVALID: [error.receiptLinkTitle, error.receiptLinkText],
  }
  const [title = '', text = ''] = messages[page].map(escapeHtml)
  const isTemporary = page === 429 || page === 500 || page === 503
  const trace = page === 500 ? `<p><small>${traceId}</small></p>\n` : ''
  const retryLink = isTemporary ? `<a href="">${escapeHtml(error.retry)}</a>\n` : ''
  // The login page leads on to the payments; at once when the player is logged in.
  const [href, label] =
    page === 'RECEIPT_LINK_INVALID'
      ? [`/session/login?next=transactions&amp;locale=${language}`, escapeHtml(error.payments)]
      : [`/games/${language}/`, escapeHtml(error.games)]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · ${escapeHtml(brand)}</title>
<style>
:root { color-scheme: dark light; font: 1rem/1.6 system-ui, sans-serif; }
body { display: grid; place-content: center; justify-items: center; min-height: 100vh; margin: 0; padding: 0 1rem;
  text-align: center; background: light-dark(#f9f5ee, #0f1220); color: light-dark(#241d3d, #f9f5ee); }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
p { max-width: 32rem; }
a { display: inline-grid; place-items: center; min-height: 44px; margin: .25rem; padding: 0 1.5rem; border-radius: 12px;
  background: linear-gradient(100deg, #ffb02e, #ff7a3d); color: #2b1204; font-weight: 600; text-decoration: none; }
</style>
</head>
<body>
<main>
${isTest ? `<p><strong>${escapeHtml(pages.testMode)}</strong></p>\n` : ''}<h1>${title}</h1>
<p>${text}</p>
${trace}${retryLink}<a href="${href}">${label}</a>
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
