import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import { createCachedResponse, sendCachedResponse } from '../platform/http/cached-response.ts'
import { isApiPath } from './error-page.ts'
import { pageHeaders, privateHeaders } from './headers.ts'
import { registerManifest } from './manifest.ts'
import { pageMetadata } from './pages/metadata.ts'
import { type CachedPage, createPageCache, type PageResult } from './pages/page-cache.ts'
import { type PageAsked, pageRequest } from './pages/page-request.ts'
import { languageOf, themeOf } from './pages/preferences.ts'
import { type PublicPage, publicPageOf } from './pages/public-page.ts'
import type { PageRenderer } from './pages/renderer.ts'
import { createHostLookup } from './pages/tenants.ts'
import { registerRobots } from './robots.ts'
import { registerStaticFiles } from './static-files.ts'

type Deps = { config: Config; catalogue: Catalogue; renderer: PageRenderer }

export type Site = {
  /** Finds the stored page for a request; needs no routing, so the server asks it first. */
  findCached(request: IncomingMessage): CachedPage | undefined
  /** Adds pages, their assets, the operator's files, sitemap, robots and manifest. */
  register(app: FastifyInstance): Promise<void>
}

export function createSite({ config, catalogue, renderer }: Deps): Site {
  const cache = createPageCache()
  let headers = pageHeaders(config, catalogue.projects())
  let hostOf = createHostLookup(config, catalogue)
  catalogue.onChange(() => {
    headers = pageHeaders(config, catalogue.projects())
    hostOf = createHostLookup(config, catalogue)
    cache.clear()
  })

  const render = (asked: PageAsked) => renderer(pageRequest({ config, catalogue }, asked))
  /** Everything of a request besides its address that a page depends on. */
  const varyOf = (request: Pick<IncomingMessage, 'headers'>) => ({
    host: hostOf(request.headers.host),
    theme: themeOf(request),
  })

  function cacheKey(page: PublicPage, { host, theme }: ReturnType<typeof varyOf>): string {
    return `${host.varyKey} ${page.language} ${theme} ${page.url}`
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const page = publicPageOf(request)
    if (page?.isCacheable) return sendShared(request, reply, page)
    return sendUncached(request, reply, page)
  }

  async function sendShared(request: FastifyRequest, reply: FastifyReply, page: PublicPage) {
    const vary = varyOf(request)
    const route = request.routeOptions.url ?? page.url
    const result = await cache.getOrRender(cacheKey(page, vary), () =>
      renderShared({ ...page, ...vary }, route),
    )
    if ('redirect' in result) return redirect(request, reply, result.redirect)
    return sendCachedResponse(request, reply, result.response)
  }

  async function renderShared(asked: PageAsked, route: string): Promise<PageResult> {
    const { status, html, redirect, compressedHtml } = await render(asked)
    if (redirect) return { redirect }
    const sharedHeaders = {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding, accept-language',
    }
    return { route, response: await createCachedResponse(status, html, sharedHeaders, compressedHtml?.()) }
  }

  async function sendUncached(request: FastifyRequest, reply: FastifyReply, page?: PublicPage) {
    const privatePage = { kind: 'default', language: languageOf(request), url: request.url } as const
    const rendered = await render({ ...(page ?? privatePage), ...varyOf(request) })
    if (rendered.redirect) return redirect(request, reply, rendered.redirect)
    return reply
      .code(rendered.status)
      .headers({ ...headers, ...privateHeaders })
      .type('text/html; charset=utf-8')
      .send(rendered.html)
  }

  function redirectToCatalogue(request: FastifyRequest, reply: FastifyReply) {
    return redirect(request, reply, `/games/${languageOf(request)}/`)
  }

  function faviconOf(tenant: string): string {
    return pageMetadata(catalogue.content(), { kind: 'default', language: 'en', tenant, url: '' })
      .faviconImage
  }

  return {
    findCached(request) {
      const page = publicPageOf(request)
      return page?.isCacheable ? cache.get(cacheKey(page, varyOf(request))) : undefined
    },
    async register(app) {
      await registerStaticFiles(app, config)
      registerRobots(app, config, catalogue)
      registerManifest(app, catalogue, (host) => hostOf(host))
      app.get('/', redirectToCatalogue)
      for (const path of ['/games/:lng/', '/games/:lng/:projectName/']) {
        app.get(path, (request, reply) =>
          publicPageOf(request) ? sendPage(request, reply) : redirectToCatalogue(request, reply),
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
