import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import { compressOnce, createCachedResponse, sendCachedResponse } from '../platform/http/cached-response.ts'
import {
  type CountRequest,
  createRequestCounter,
  limitedAddress,
  type RequestLimits,
} from '../platform/limits/request-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import { registerBrandLockups } from './brand-lockup.ts'
import { isApiPath } from './error-page.ts'
import { pageHeaders, privateHeaders } from './headers.ts'
import { registerLanguageFiles } from './language-files.ts'
import { registerManifest } from './manifest.ts'
import { pageMetadata } from './pages/metadata.ts'
import { type CachedPage, createPageCache, type PageResult } from './pages/page-cache.ts'
import { languageOf, type RequestHead, recognisedLanguageOf, themeOf } from './pages/preferences.ts'
import { type PublicPage, publicPageOf } from './pages/public-page.ts'
import { createHoldBack, createRenderQueue } from './pages/render-queue.ts'
import { type PageAsked, type PageRenderer, pageRequest } from './pages/renderer.ts'
import { createHostLookup } from './pages/tenants.ts'
import { registerRobots } from './robots.ts'
import { registerSecurityContact } from './security-contact.ts'
import { registerStaticFiles } from './static-files.ts'

type Deps = {
  config: Config
  catalogue: Catalogue
  renderer: PageRenderer
  requestLimits: RequestLimits
}
type Rendering = Awaited<ReturnType<PageRenderer>>

export type Site = {
  /** Finds the stored page for a request; needs no routing, so the server asks it first. */
  findCached(request: IncomingMessage): CachedPage | undefined
  /** Adds pages, their assets, the operator's files, sitemap, robots and manifest. */
  register(app: FastifyInstance): Promise<void>
}

export function createSite({ config, catalogue, renderer, requestLimits }: Deps): Site {
  const cache = createPageCache()
  const queue = createRenderQueue()
  const holdBack = createHoldBack()
  let countRendering: CountRequest | undefined
  let headers = pageHeaders(config, catalogue.projects())
  let hostOf = createHostLookup(config, catalogue)
  catalogue.onChange(() => {
    headers = pageHeaders(config, catalogue.projects())
    hostOf = createHostLookup(config, catalogue)
    cache.clear()
  })

  const offered = () => catalogue.content().languages

  /** Renders within the limits of the client's address and of the process. */
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
      return await queue.run(task, () => renderer(pageRequest({ config, catalogue }, asked)))
    } catch (error) {
      if (error instanceof Refusal) await holdBack()
      throw error
    }
  }

  /** Everything of a request besides its address that a page depends on. */
  const varyOf = (request: Pick<IncomingMessage, 'headers'>) => ({
    host: hostOf(request.headers.host),
    theme: themeOf(request),
  })

  function cacheKey(page: PublicPage, { host, theme }: ReturnType<typeof varyOf>): string {
    return `${host.varyKey} ${page.language} ${theme} ${page.url}`
  }

  const isUnlisted = (id: string) => catalogue.project(id)?.outOfCatalog === true

  /**
   * The public page of a request. A `project` in the query of the catalogue decides instead of the host whether the page is
   * the catalogue or a single game (specification §2); it is dropped where it changes nothing, so that the number of
   * stored pages is bounded.
   */
  function publicPage(request: RequestHead): PublicPage | undefined {
    const page = publicPageOf(request, offered())
    if (page?.kind !== 'catalogue' || page.projectName === undefined) return page
    const { tenant } = hostOf(request.headers.host)
    const { projectName, url } = page
    const decides = catalogue.project(projectName) && (isUnlisted(projectName) || isUnlisted(tenant))
    if (!decides) return { ...page, projectName: undefined }
    return {
      ...page,
      url: `${url}${url.includes('?') ? '&' : '?'}project=${encodeURIComponent(projectName)}`,
    }
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const page = publicPage(request)
    if (page?.isCacheable) return sendShared(request, reply, page)
    return sendUncached(request, reply, page)
  }

  async function sendShared(request: FastifyRequest, reply: FastifyReply, page: PublicPage) {
    const vary = varyOf(request)
    const route = request.routeOptions.url ?? page.url
    const result = await cache.getOrRender(cacheKey(page, vary), () =>
      renderShared(request, { ...page, ...vary }, route),
    )
    if ('redirect' in result) return redirect(request, reply, result.redirect)
    return sendCachedResponse(request, reply, result.response)
  }

  async function renderShared(request: FastifyRequest, asked: PageAsked, route: string): Promise<PageResult> {
    const { status, html, redirect, compressedHtml } = await render(request, asked, {
      isShared: true,
      isUrgent: false,
    })
    if (redirect) return { redirect }
    const sharedHeaders = {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding, accept-language',
    }
    return { route, response: await createCachedResponse(status, html, sharedHeaders, compressedHtml?.()) }
  }

  async function sendUncached(request: FastifyRequest, reply: FastifyReply, page?: PublicPage) {
    const privatePage = {
      kind: 'default',
      language: languageOf(request, offered()),
      url: request.url,
    } as const
    const asked = { ...(page ?? privatePage), ...varyOf(request) }
    const rendered = await render(request, asked, { isShared: false, isUrgent: page === undefined })
    if (rendered.redirect) return redirect(request, reply, rendered.redirect)
    reply
      .code(rendered.status)
      .headers({ ...headers, ...privateHeaders, vary: 'accept-encoding' })
      .type('text/html; charset=utf-8')
    // A shell has no data of the player, so its compressed size reveals nothing.
    const compressible = request.headers['accept-encoding']?.includes('br') && rendered.compressedHtml?.()
    if (!compressible) return reply.send(rendered.html)
    return reply.header('content-encoding', 'br').send(await compressOnce(compressible))
  }

  function redirectToCatalogue(request: FastifyRequest, reply: FastifyReply) {
    return redirect(request, reply, `/games/${recognisedLanguageOf(request, offered())}/`)
  }

  function faviconOf(tenant: string): string {
    return pageMetadata(catalogue.content(), { kind: 'default', language: 'en', tenant, url: '' })
      .faviconImage
  }

  return {
    findCached(request) {
      const page = publicPage(request)
      return page?.isCacheable ? cache.get(cacheKey(page, varyOf(request))) : undefined
    },
    async register(app) {
      const limit = requestLimits('pages', config.http.pageRendersPerMinute)
      countRendering = await createRequestCounter(app, limit)
      registerBrandLockups(app, config, catalogue)
      await registerStaticFiles(app, config, () => catalogue.brandOf())
      registerLanguageFiles(app, catalogue, config.http.publicUrl)
      registerRobots(app, config, catalogue)
      registerManifest(app, catalogue, (host) => hostOf(host))
      registerSecurityContact(app, config, catalogue)
      app.get('/', redirectToCatalogue)
      for (const path of ['/games/:lng/', '/games/:lng/:projectName/']) {
        app.get(path, (request, reply) =>
          publicPageOf(request, offered()) ? sendPage(request, reply) : redirectToCatalogue(request, reply),
        )
      }
      for (const path of ['/prices', '/prices/:project', '/docs/:file', '/session/login']) {
        app.get(path, sendPage)
      }
      app.get('/*', (request, reply) =>
        isApiPath(request.url) ? reply.callNotFound() : sendPage(request, reply),
      )
      app.get('/favicon.ico', (request, reply) =>
        reply.redirect(faviconOf(hostOf(request.headers.host).tenant)),
      )
    },
  }
}

/** The parameters that the client reads from every address (specification §2). */
const contextParameters = ['jwt', 'session', 'source', 'locale', 'project']

/** Redirects to a path of the hub and keeps the context parameters of the request. */
function redirect({ url }: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const given = new URLSearchParams(url.split('?', 2)[1])
  const target = new URL(path, 'http://hub')
  for (const name of contextParameters) {
    const value = given.get(name)
    if (value !== null && !target.searchParams.has(name)) target.searchParams.set(name, value)
  }
  return reply.redirect(`${target.pathname}${target.search}${target.hash}`)
}
