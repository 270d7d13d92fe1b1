/** Page with Telegram's login widget, used by bots without OpenID Connect. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { MessagesIn, ServerMessages } from '../../../../i18n/server-messages.ts'
import { withQuery } from '../provider-fetch.ts'
import type { TelegramConfig } from '../provider-settings.ts'

const style = `
:root { color-scheme: light dark; --ink: light-dark(#f9f5ee, #100d1f); --panel: light-dark(#fffdf9, #1b1830); --line: light-dark(#dcd5c9, #35314d); --text: light-dark(#1f1a33, #f7f4ee); --quiet: light-dark(#524c66, #bdb8cc); --cool: light-dark(#0b5f80, #8fd3e8); --go: #ffab4a; }
* { box-sizing: border-box; }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 24px 16px; background: var(--ink); color: var(--text); font: 1.125rem/1.45 Onest, system-ui, sans-serif; }
main { width: 100%; max-width: 440px; padding: 32px 24px; background: var(--panel); border: 1px solid var(--line); border-radius: 16px; text-align: center; }
h1 { margin: 24px 0 8px; font: 700 1.5rem/1.25 Unbounded, system-ui, sans-serif; text-wrap: balance; }
p { margin: 0 0 16px; text-wrap: pretty; }
.button { display: grid; place-items: center; min-height: 72px; margin: 8px 0; }
.quiet { font-size: 0.9375rem; color: var(--quiet); }
a { display: inline-block; padding: 10px 12px; color: var(--cool); text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--go); outline-offset: 2px; border-radius: 12px; }
`
const styleHash = createHash('sha256').update(style).digest('base64')

const Query = z.object({
  state: z.string().regex(/^[\w-]{43}$/),
  language: z.string().max(16).optional(),
})

/** The page URL for a flow, relative to its callback. */
export function widgetPageUrl(
  { redirectUri, state }: { redirectUri: string; state: string },
  language: string,
): URL {
  return withQuery(new URL('widget', redirectUri), { state, language })
}

/**
 * @param app          Mounted at `/passport`.
 * @param callbackUrl  Telegram's script redirects the browser to it with the signed data.
 */
export function registerTelegramWidgetPage(
  app: FastifyInstance,
  {
    telegram,
    callbackUrl,
    messagesIn,
  }: { telegram: TelegramConfig; callbackUrl: string; messagesIn: MessagesIn },
): void {
  const policy = policyFor(telegram)
  app.get<{ Querystring: z.infer<typeof Query> }>(
    '/telegram/widget',
    { schema: { querystring: Query } },
    async (request, reply) => {
      const { state, language } = request.query
      // No opener policy: Telegram's popup posts to this page, which itself can be a popup of an embedded hub.
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          // Telegram needs the origin; the path contains the state.
          'referrer-policy': 'strict-origin',
          'x-content-type-options': 'nosniff',
          'x-robots-tag': 'noindex',
          'cache-control': 'no-store',
        })
        .send(renderPage(telegram, withQuery(callbackUrl, { state }).href, messagesIn(language ?? '')))
    },
  )
}

/** Allows only Telegram's script and its frames, and forbids framing the page. */
function policyFor({ widgetUrl, issuer }: TelegramConfig): string {
  const script = new URL(widgetUrl)
  return [
    "default-src 'none'",
    `script-src ${script.origin}${script.pathname}`,
    `frame-src ${new URL(issuer).origin}`,
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function renderPage(
  telegram: TelegramConfig,
  authUrl: string,
  { language, brand, pages }: ServerMessages,
): string {
  const [title, lead, hint, back] = (['title', 'lead', 'hint', 'back'] as const).map((name) =>
    escaped(pages.telegram[name]),
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escaped(brand)}</title>
<style>${style}</style>
</head>
<body>
<main>
<picture><source media="(prefers-color-scheme: light)" srcset="/main_images/lockup-ink.svg"><img src="/main_images/lockup.svg" alt="${escaped(brand)}" width="175" height="32"></picture>
<h1>${title}</h1>
<p>${lead}</p>
<div class="button">
<script async src="${escaped(telegram.widgetUrl)}" data-telegram-login="${escaped(telegram.botName)}" data-size="large" data-radius="12" data-lang="${language}" data-auth-url="${escaped(authUrl)}"></script>
</div>
<p class="quiet">${hint}</p>
<a href="${escaped(withQuery(authUrl, { error: 'access_denied' }).href)}">${back}</a>
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
