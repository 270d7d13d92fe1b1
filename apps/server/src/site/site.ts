import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue, Project } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import {
  acceptsBrotli,
  compressOnce,
  createCachedResponse,
  sendCachedResponse,
} from '../platform/http/cached-responses/cached-response.ts'
import type {
  CachedRoute,
  RenderedResponse,
  ResponseCache,
} from '../platform/http/cached-responses/response-cache.ts'
import { type CountRequest, limitedAddress } from '../platform/limits/request-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import { registerBrandLockups } from './brand-lockup.ts'
import { isApiPath } from './error-page.ts'
import { pageHeaders, privateHeaders, type SiteConfig } from './headers.ts'
import { registerLanguageFiles } from './language-files.ts'
import { registerManifest } from './manifest.ts'
import { framingProject } from './pages/framing.ts'
import { pageMetadata } from './pages/metadata.ts'
import { readLanguage, readRecognisedLanguage, readTheme } from './pages/preferences.ts'
import { createHoldBack, createRenderQueue } from './pages/render-queue.ts'
import { type PageAsked, type PageRenderer, pageRequest } from './pages/renderer.ts'
import { createPageFinder, type RequestedPage } from './pages/requested-page.ts'
import { registerRobots } from './robots.ts'
import { registerSecurityContact } from './security-contact.ts'
import { registerStaticFiles } from './static-files.ts'

type Deps = {
  config: SiteConfig
  catalogue: Catalogue
  clock: Clock
  cache: ResponseCache
  renderer: PageRenderer
  /** Undefined for an unknown order. */
  findOrderProject: (orderId: string) => Promise<string | undefined>
}
type Rendering = Awaited<ReturnType<PageRenderer>>

export type Site = {
  /** Finds the stored page for a request; needs no routing, so the server asks it first. */
  findCached(request: IncomingMessage): CachedRoute | undefined
  /** Adds pages, their assets, the operator's files, sitemap, robots and manifest. */
  register(app: FastifyInstance, countRequest: CountRequest): Promise<void>
}

export function createSite(deps: Deps): Site {
  const { config, catalogue, cache, renderer, findOrderProject } = deps
  const queue = createRenderQueue()
  const holdBack = createHoldBack()
  let countRendering: CountRequest | undefined
  let headers = new Map<Project | undefined, Record<string, string>>()
  let pages = createPageFinder(config, catalogue)
  catalogue.onChange(() => {
    headers = new Map()
    pages = createPageFinder(config, catalogue)
  })

  const offered = () => catalogue.content().languages

  async function headersFor({ url, host }: PageAsked): Promise<Record<string, string>> {
    const about = await framingProject({ catalogue, findOrderProject }, url, host.tenant)
    const known = headers.get(about) ?? pageHeaders(config, catalogue.projects(), about)
    headers.set(about, known)
    return known
  }

  /** Renders within the client IP's and the process's limits. */
  async function render(
    request: FastifyRequest,
    asked: PageAsked,
    { isShared, isUrgent }: { isShared: boolean; isUrgent: boolean },
  ): Promise<Rendering> {
    const task = {
      address: limitedAddress(request),
      isUrgent,
      isAbandoned: () => !isShared && request.raw.destroyed,
    }
    try {
      await countRendering?.(request)
      return await queue.run(task, () => renderer(pageRequest(deps, asked)))
    } catch (error) {
      if (error instanceof Refusal) await holdBack()
      throw error
    }
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, page = pages.find(request)) {
    return page?.isCacheable ? sendShared(request, reply, page) : sendUncached(request, reply, page)
  }

  async function sendShared(request: FastifyRequest, reply: FastifyReply, page: RequestedPage) {
    const route = request.routeOptions.url ?? page.url
    const result = await cache.getOrMake(page.cacheKey, () => renderShared(request, page, route))
    if ('redirect' in result) return redirect(request, reply, result.redirect)
    return sendCachedResponse(request, reply, result.response)
  }

  async function renderShared(
    request: FastifyRequest,
    asked: PageAsked,
    route: string,
  ): Promise<RenderedResponse> {
    const { status, html, redirect, compressedHtml } = await render(request, asked, {
      isShared: true,
      isUrgent: false,
    })
    if (redirect) return { redirect }
    const sharedHeaders = {
      ...(await headersFor(asked)),
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding, accept-language',
    }
    return { route, response: await createCachedResponse(status, html, sharedHeaders, compressedHtml?.()) }
  }

  async function sendUncached(request: FastifyRequest, reply: FastifyReply, page?: RequestedPage) {
    const asked = page ?? privatePage(request)
    const rendered = await render(request, asked, { isShared: false, isUrgent: page === undefined })
    if (rendered.redirect) return redirect(request, reply, rendered.redirect)
    reply
      .code(rendered.status)
      .headers({ ...(await headersFor(asked)), ...privateHeaders, vary: 'accept-encoding' })
      .type('text/html; charset=utf-8')
    // A shell has no player data, so its compressed size reveals nothing.
    const compressible = acceptsBrotli(request.headers['accept-encoding']) && rendered.compressedHtml?.()
    if (!compressible) return reply.send(rendered.html)
    return reply.header('content-encoding', 'br').send(await compressOnce(compressible))
  }

  const privatePage = (request: FastifyRequest): PageAsked => ({
    kind: 'default',
    language: readLanguage(request, offered()),
    url: request.url,
    host: pages.getHost(request.headers.host),
    theme: readTheme(request),
  })

  function redirectToCatalogue(request: FastifyRequest, reply: FastifyReply) {
    return redirect(request, reply, `/games/${readRecognisedLanguage(request, offered())}/`)
  }

  function getFavicon(tenant: string): string {
    return pageMetadata(catalogue.content(), { kind: 'default', language: 'en', tenant, url: '' })
      .faviconImage
  }

  return {
    findCached(request) {
      const page = pages.find(request)
      return page?.isCacheable ? cache.get(page.cacheKey) : undefined
    },
    async register(app, countRequest) {
      countRendering = countRequest
      registerBrandLockups(app, config, catalogue)
      await registerStaticFiles(app, config, () => catalogue.getBrand())
      registerLanguageFiles(app, catalogue, config.http.publicUrl)
      registerRobots(app, config, catalogue)
      registerManifest(app, catalogue, (header) => pages.getHost(header))
      registerSecurityContact(app, config, catalogue)
      app.get('/', redirectToCatalogue)
      for (const path of ['/games/:lng/', '/games/:lng/:projectName/']) {
        app.get(path, (request, reply) => {
          const page = pages.find(request)
          return page ? sendPage(request, reply, page) : redirectToCatalogue(request, reply)
        })
      }
      for (const path of ['/prices', '/prices/:project', '/docs/:file', '/session/login']) {
        app.get(path, (request, reply) => sendPage(request, reply))
      }
      app.get('/*', (request, reply) =>
        isApiPath(request.url) ? reply.callNotFound() : sendPage(request, reply),
      )
      app.get('/favicon.ico', (request, reply) =>
        reply.redirect(getFavicon(pages.getHost(request.headers.host).tenant)),
      )
    },
  }
}

/** The parameters that the client reads from every URL (specification §2). */
const contextParameters = ['jwt', 'session', 'source', 'locale', 'project']

/** Redirects to a hub path and keeps the request's context parameters. */
function redirect({ url }: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const given = new URLSearchParams(url.split('?', 2)[1])
  const target = new URL(path, 'http://hub')
  for (const name of contextParameters) {
    const value = given.get(name)
    if (value !== null && !target.searchParams.has(name)) target.searchParams.set(name, value)
  }
  return reply.redirect(`${target.pathname}${target.search}${target.hash}`)
}
