import type { InterfaceLanguage } from '@playhub/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from './pages/preferences.ts'

const messages = {
  ru: {
    404: ['Здесь ничего нет', 'Файл переехал, или его никогда не было. Игры стоят там же, где всегда.'],
    500: [
      'У нас неполадки',
      'Playhub не смог показать страницу. Попробуйте через минуту: деньги не списаны.',
    ],
    retry: 'Попробовать ещё раз',
    games: 'К играм',
  },
  en: {
    404: ['There is nothing here', 'The file has moved or never was. The games are where they always were.'],
    500: [
      'We are having trouble',
      'Playhub could not show the page. Try again in a minute: nothing was charged.',
    ],
    retry: 'Try again',
    games: 'To the games',
  },
} as const

/**
 * Answers page navigations with a self-contained error page, without scripts or files.
 * @returns undefined for other clients and for subresources, which get a problem document instead.
 */
export function sendHtmlError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: 404 | 500,
): FastifyReply | undefined {
  const { method, url, headers } = request
  if (method !== 'GET' || isApiPath(url) || !headers.accept?.includes('text/html')) return undefined
  return reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(errorPage(languageOf(request), status, request.id))
}

/** True for addresses of programs, which get problem+json instead of pages. */
export function isApiPath(url: string): boolean {
  return /^\/(api|webhooks)([/?]|$)/.test(url)
}

function errorPage(language: InterfaceLanguage, status: 404 | 500, traceId: string): string {
  const { retry, games, [status]: message } = messages[language]
  const [title, text] = message
  const trace = status === 500 ? `<p><small>${traceId}</small></p>\n` : ''
  const retryLink = status === 500 ? `<a href="">${retry}</a>\n` : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · Playhub</title>
<style>
:root { color-scheme: dark light; font: 1rem/1.6 system-ui, sans-serif; }
body { display: grid; place-content: center; justify-items: center; min-height: 100vh; margin: 0; padding: 0 1rem;
  text-align: center; background: light-dark(#f9f5ee, #0d0a1c); color: light-dark(#241d3d, #f9f5ee); }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
p { max-width: 32rem; }
a { display: inline-grid; place-items: center; min-height: 44px; margin: .25rem; padding: 0 1.5rem; border-radius: 12px;
  background: linear-gradient(100deg, #ffb02e, #ff7a3d); color: #2b1204; font-weight: 600; text-decoration: none; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${trace}${retryLink}<a href="/games/${language}/">${games}</a>
</main>
</body>
</html>
`
}
