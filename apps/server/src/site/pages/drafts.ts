import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../../catalogue/index.ts'
import { getOperatorMessages } from '../../i18n/operator-messages.ts'
import { fillText } from '../../i18n/server-messages.ts'
import type { Clock } from '../../platform/clock.ts'
import { inertHeaders } from '../../platform/http/base-headers.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import { privateHeaders } from '../headers.ts'
import { type DraftKey, type DraftLinks, type Viewer, withoutToken, withToken } from './draft-links.ts'
import type { Pages } from './page-responses.ts'
import { createPageFinder } from './requested-page.ts'

type DraftedSite = { catalogue: Catalogue; operator: { name: string; language: 'ru' | 'en' } }

type Deps = {
  config: HubConfig
  clock: Clock
  links: DraftLinks
  pages: Pick<Pages, 'renderDraft'>
  /** @param toUrl  Gives the address of a picture of the draft. @returns undefined without a valid draft */
  readSite(key: DraftKey, toUrl: (url: string) => string): Promise<DraftedSite | undefined>
  readPicture(key: DraftKey, path: string): Promise<{ bytes: Buffer; type: string } | undefined>
}

export type Drafts = {
  sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** @param path  Below the content folder. */
  sendPicture(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply>
}

/** Sends the public pages as they would be with a draft, to whoever has the link. */
export function createDrafts({ config, clock, links, pages, readSite, readPicture }: Deps): Drafts {
  const headers = {
    ...privateHeaders,
    'referrer-policy': 'no-referrer',
    'content-security-policy': formPolicy(new URL(config.console.url).origin),
  }
  return {
    async sendPage(request, reply) {
      const link = links.read(request.url, clock.now())
      const site = link && (await readSite(link.key, (url) => withToken(url, link.token)))
      if (!site) return notFound(reply)
      const { host } = request.headers
      const url = withoutToken(request.url)
      const page = createPageFinder(config, site.catalogue).find({ url, headers: { host } })
      if (!page) return notFound(reply)
      const { status, html, redirect } = await pages.renderDraft(request, page, site.catalogue, link.viewer)
      if (redirect) return reply.headers(headers).redirect(withToken(redirect, link.token))
      const body = addBanner(keepToken(html, link.token), describeDraft(site.operator, link.viewer))
      return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(body)
    },
    async sendPicture(request, reply, path) {
      const link = links.read(request.url, clock.now())
      const picture = link && (await readPicture(link.key, path))
      if (!picture) return notFound(reply)
      return reply
        .headers({ ...inertHeaders, ...privateHeaders })
        .type(picture.type)
        .send(picture.bytes)
    },
  }
}

/** Names the draft's author, and the moment and player of the preview. */
function describeDraft({ name, language }: DraftedSite['operator'], { at, as }: Viewer): string {
  const { preview, previewAt, previewAs } = getOperatorMessages(language)
  const sentences = [fillText(preview, { operator: name })]
  if (at !== null) sentences.push(fillText(previewAt, { at: formatDateTime(at, language) }))
  if (as !== 'everyone') sentences.push(previewAs[as])
  return sentences.join(' ')
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

/** No script runs: the page has no player, no game and no payment. Only the console frames it. */
const formPolicy = (consoleOrigin: string) =>
  [
    "default-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${consoleOrigin}`,
  ].join('; ')

/** The next page is one with the draft, too. */
const keepToken = (html: string, token: string) =>
  html.replace(
    /(<a [^>]*?href=")(\/(?:games|prices|docs)(?:\/[^"]*)?)"/g,
    (_, start: string, url: string) =>
      `${start}${withToken(url.replaceAll('&amp;', '&'), token).replaceAll('&', '&amp;')}"`,
  )

const bannerStyle =
  'position:relative;z-index:99;margin:0;padding:8px 16px;background:#ffd166;color:#1c1434;font:600 14px/1.4 sans-serif;text-align:center'

function addBanner(html: string, text: string): string {
  const banner = `<p role="status" style="${bannerStyle}">${escapeHtml(text)}</p>`
  return html.replace(/<body[^>]*>/, (body) => `${body}\n${banner}`)
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
