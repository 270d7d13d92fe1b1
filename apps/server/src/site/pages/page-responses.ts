import type { PublicScores } from '@playhub/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Catalogue, createFacts, nextPriceChange, type Project } from '../../catalogue/index.ts'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'
import {
  acceptsBrotli,
  type CachedResponse,
  compressOnce,
  createCachedResponse,
  sendCachedResponse,
} from '../../platform/http/cached-responses/cached-response.ts'
import type { RenderedResponse, ResponseCache } from '../../platform/http/cached-responses/response-cache.ts'
import { type CountRequest, limitedIp } from '../../platform/limits/request-limits.ts'
import { checkerHeaders, pageHeaders, privateHeaders, type SiteConfig } from '../headers.ts'
import { openTeamDocs } from '../team-docs/team-docs.ts'
import type { Viewer } from './draft-links.ts'
import { isDraftUrl } from './draft-links.ts'
import { framingProject } from './framing.ts'
import { type RequestHead, readLanguage, readTheme } from './preferences.ts'
import { createRenderQueue } from './render-queue.ts'
import { type PageRenderer, type PageToRender, pageRequest } from './renderer.ts'
import { createPageFinder, type RequestedPage } from './requested-page.ts'
import type { HostInfo } from './tenants.ts'

type Deps = {
  config: SiteConfig
  catalogue: Catalogue
  clock: Clock
  cache: ResponseCache
  renderer: PageRenderer
  /** The most played projects first. */
  listPopular: () => readonly string[]
  /** Rendered for a guest. */
  readScores: (project: Project) => Promise<PublicScores>
  /** Undefined for an unknown order. */
  findOrderProject: (orderId: string) => Promise<string | undefined>
  countRendering: CountRequest
}
const scoresMaxAgeMs = MINUTE_MS

type Rendering = Awaited<ReturnType<PageRenderer>>

export type Pages = {
  findCached(request: RequestHead): CachedResponse | undefined
  /** @returns undefined for private pages, redirects, files and API calls. */
  find(request: RequestHead): RequestedPage | undefined
  /** Sends the private page at the request's URL where there is no public one. */
  send(request: FastifyRequest, reply: FastifyReply, page: RequestedPage | undefined): Promise<FastifyReply>
  getHost(header: string | undefined): HostInfo
  /** Renders a page of a content that is not in use. */
  renderDraft(
    request: FastifyRequest,
    page: RequestedPage,
    catalogue: Catalogue,
    viewer: Viewer,
  ): Promise<Rendering>
}

/** Sends public pages from the cache, and renders all others for their request. */
export function createPages(deps: Deps): Pages {
  const { config, catalogue, clock, cache } = deps
  const render = createRendering(deps)
  const findHeaders = createHeaderFinder(deps)
  let finder = createPageFinder(config, catalogue)
  catalogue.onChange(() => {
    finder = createPageFinder(config, catalogue)
  })

  async function sendShared(request: FastifyRequest, reply: FastifyReply, page: RequestedPage) {
    const result = await cache.getOrMake(page.cacheKey, () => renderShared(request, page), getMaxAgeMs(page))
    if ('redirect' in result) return redirect(request, reply, result.redirect)
    return sendCachedResponse(request, reply, result)
  }

  /** Undefined: the cache's own. Scores and withdrawn names change without the content. */
  function getMaxAgeMs({ kind, projectName = '' }: RequestedPage): number | undefined {
    const hasScores = kind === 'game' && catalogue.project(projectName)?.leaderboards.length
    return hasScores ? scoresMaxAgeMs : undefined
  }

  /** Browsers ask for each page anyway. The service worker shows an older one offline, until its prices end. */
  function getPriceHeaders({ kind, projectName = '' }: RequestedPage): Record<string, string> {
    const shown = catalogue
      .projects()
      .filter(({ id }) => kind === 'prices' || (kind === 'game' && id === projectName))
    const end = nextPriceChange(shown, clock.now())
    return end === null ? {} : { expires: new Date(end).toUTCString() }
  }

  async function renderShared(request: FastifyRequest, page: RequestedPage): Promise<RenderedResponse> {
    const options = { isShared: true, isUrgent: false }
    const priceHeaders = getPriceHeaders(page)
    const { status, html, redirect, compressedHtml } = await render(request, page, options)
    if (redirect) return { redirect }
    const headers = {
      ...(await findHeaders(page)),
      ...priceHeaders,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding, accept-language',
    }
    return createCachedResponse(status, html, headers, compressedHtml?.())
  }

  async function sendUncached(request: FastifyRequest, reply: FastifyReply, page?: RequestedPage) {
    const requested = page ?? privatePage(request)
    const rendered = await render(request, requested, { isShared: false, isUrgent: page === undefined })
    if (rendered.redirect) return redirect(request, reply, rendered.redirect)
    reply
      .code(rendered.status)
      .headers({ ...(await findHeaders(requested)), ...privateHeaders, vary: 'accept-encoding' })
      .type('text/html; charset=utf-8')
    // A shell has no player data, so its compressed size reveals nothing.
    const compressible = acceptsBrotli(request.headers['accept-encoding']) && rendered.compressedHtml?.()
    if (!compressible) return reply.send(rendered.html)
    return reply.header('content-encoding', 'br').send(await compressOnce(compressible))
  }

  const privatePage = (request: FastifyRequest): PageToRender => ({
    kind: 'default',
    language: readLanguage(request, catalogue.content().languages),
    url: request.url,
    host: finder.getHost(request.headers.host),
    theme: readTheme(request),
  })

  return {
    findCached(request) {
      if (isDraftUrl(request.url)) return undefined
      const page = finder.find(request)
      return page?.isCacheable ? cache.get(page.cacheKey) : undefined
    },
    find: (request) => finder.find(request),
    send: (request, reply, page) =>
      page?.isCacheable ? sendShared(request, reply, page) : sendUncached(request, reply, page),
    getHost: (header) => finder.getHost(header),
    renderDraft: (request, page, draft, viewer) =>
      render(request, page, { isShared: false, isUrgent: false }, { catalogue: draft, viewer }),
  }
}

/** The moment and the player of a draft's link take the place of now and a guest. */
function seeDraft({ catalogue, viewer: { at, as } }: SeenDraft, { clock }: Deps) {
  const now = at ?? clock.now()
  return { catalogue, clock: { now: () => now }, facts: createFacts(as, now) }
}

type SeenDraft = { catalogue: Catalogue; viewer: Viewer }

type Render = (
  request: FastifyRequest,
  requested: PageToRender,
  options: { isShared: boolean; isUrgent: boolean },
  /** Default: the content in use, for a guest. */
  draft?: SeenDraft,
) => Promise<Rendering>

/** Renders within the client IP's and the process's limits. */
function createRendering(deps: Deps): Render {
  const { renderer, countRendering } = deps
  const queue = createRenderQueue()
  const teamDocs = openTeamDocs(deps.config.http.publicUrl)
  return async (request, requested, { isShared, isUrgent }, draft) => {
    const task = {
      ip: limitedIp(request),
      isUrgent,
      isAbandoned: () => !isShared && request.raw.destroyed,
    }
    await countRendering(request)
    return queue.run(task, () =>
      renderer(pageRequest({ ...deps, ...(draft && seeDraft(draft, deps)), teamDocs }, requested)),
    )
  }
}

/** Returns a function from a page to its headers, which depend on its project. */
function createHeaderFinder({ config, catalogue, findOrderProject }: Deps) {
  const headers = new Map<Project | 'checker' | undefined, Record<string, string>>()
  catalogue.onChange(() => headers.clear())
  return async ({ url, host }: PageToRender): Promise<Record<string, string>> => {
    const about = await framingProject({ catalogue, findOrderProject }, url, host.tenant)
    const key = isChecker(url) ? 'checker' : about
    const known =
      headers.get(key) ??
      (key === 'checker' ? checkerHeaders : pageHeaders)(config, catalogue.projects(), about)
    headers.set(key, known)
    return known
  }
}

const isChecker = (url: string) => /^\/developers\/?(?:\?|$)/.test(url)

/** Parameters read from every URL by the client (specification §2). */
const contextParameters = ['jwt', 'session', 'source', 'locale', 'project']

/** Redirects to a hub path and keeps the request's context parameters. */
export function redirect({ url }: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const given = new URLSearchParams(url.split('?', 2)[1])
  const target = new URL(path, 'http://hub')
  for (const name of contextParameters) {
    const value = given.get(name)
    if (value !== null && !target.searchParams.has(name)) target.searchParams.set(name, value)
  }
  return reply.redirect(`${target.pathname}${target.search}${target.hash}`)
}
