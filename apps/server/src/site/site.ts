import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  authMethods,
  type ClientConfig,
  catalogueQuery,
  type InterfaceLanguage,
  isRecognisedLanguage,
  type RenderedPage,
  readCatalogueFilter,
  toInterfaceLanguage,
} from '@playhub/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import { sendPrepared } from '../platform/prepared-answer.ts'
import { pageHeaders, privateHeaders } from './headers.ts'
import { type PageKind, pageMetadata } from './metadata.ts'
import { createPageCache } from './page-cache.ts'
import { publicApi } from './public-api.ts'
import { type PageRenderer, webDist } from './renderer.ts'
import { registerRobots } from './robots.ts'
import { tenantOf } from './tenant.ts'

type Deps = { config: Config; catalogue: Catalogue; renderer: PageRenderer }

/** Where a request is on the site. */
type Place = { kind: PageKind; language: InterfaceLanguage; tenant: string; projectName?: string }

const stripeScript = 'https://js.stripe.com/endive/stripe.js'

/** Pages, their assets, the operator's images, documents, sitemap and robots. */
export async function registerSite(
  app: FastifyInstance,
  { config, catalogue, renderer }: Deps,
): Promise<void> {
  let headers = pageHeaders(config, catalogue.projects())
  let tenantOfHost = rememberTenants(catalogue)
  const cache = createPageCache(() => headers)
  catalogue.onChange(() => {
    headers = pageHeaders(config, catalogue.projects())
    tenantOfHost = rememberTenants(catalogue)
    cache.clear()
  })

  await registerFiles(app, config)
  registerRobots(app, config, catalogue)

  const render = (url: string, place: Place): Promise<RenderedPage> => {
    const project = place.projectName ? catalogue.project(place.projectName) : undefined
    const address = `${config.http.publicUrl}${url.split('?')[0]}`
    return renderer({
      url,
      language: place.language,
      tenant: place.tenant,
      origin: config.http.publicUrl,
      api: publicApi(catalogue, place.language, [place.tenant, place.projectName]),
      page: pageMetadata(catalogue.content(), place.kind, place.language, address, project),
      clientConfig: clientConfig(config, catalogue, place.tenant),
    })
  }

  /**
   * Public pages look the same for everybody: from the cache, or rendered into it.
   * @param query  What of the query decides what is shown; nothing else of it counts.
   */
  function sendPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    place: Omit<Place, 'tenant'>,
    query = '',
  ) {
    const path = `${request.url.split('?', 1)[0]}${query}`
    const tenant = tenantOfHost(request.headers.host)
    const key = `${tenant} ${place.language} ${path}`
    const cached = cache.get(key)
    if (cached) return sendPrepared(request, reply, cached)
    return renderPublic(request, reply, key, path, { ...place, tenant })
  }

  async function renderPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    path: string,
    place: Place,
  ) {
    let redirect: string | undefined
    const page = await cache.fill(key, async () => {
      const rendered = await render(path, place)
      redirect = rendered.redirect
      return redirect ? { status: 302, html: '' } : rendered
    })
    if (page.status === 302) return reply.redirect(redirect ?? `/games/${place.language}/`)
    return sendPrepared(request, reply, page)
  }

  /** Its pages are few and cached; searches are as many as people have words, and each is rendered for itself. */
  function sendCatalogue(request: FastifyRequest, reply: FastifyReply, language: InterfaceLanguage) {
    const [path, query] = request.url.split('?', 2)
    if (!query) return sendPublic(request, reply, { kind: 'catalogue', language })
    const filter = readCatalogueFilter(new URLSearchParams(query))
    if (!filter.search) {
      return sendPublic(request, reply, { kind: 'catalogue', language }, catalogueQuery(filter))
    }
    const tenant = tenantOfHost(request.headers.host)
    const address = `${path}${catalogueQuery(filter)}`
    return sendUncached(reply, address, { kind: 'catalogue', language, tenant })
  }

  function sendPrivate(request: FastifyRequest, reply: FastifyReply) {
    const tenant = tenantOfHost(request.headers.host)
    return sendUncached(reply, request.url, { kind: 'default', language: languageOf(request), tenant })
  }

  async function sendUncached(reply: FastifyReply, url: string, place: Place) {
    const page = await render(url, place)
    if (page.redirect) return reply.redirect(page.redirect)
    return reply
      .code(page.status)
      .headers(headers)
      .headers(privateHeaders)
      .type('text/html; charset=utf-8')
      .send(page.html)
  }

  type WithParams = { lng?: string; projectName?: string; project?: string; file?: string }
  const params = (request: FastifyRequest) => request.params as WithParams

  app.get('/', (request, reply) => reply.redirect(`/games/${languageOf(request)}/`))
  app.get('/games/:lng/', (request, reply) => {
    const { lng } = params(request)
    if (!isRecognisedLanguage(lng)) return reply.redirect(`/games/${languageOf(request)}/`)
    return sendCatalogue(request, reply, toInterfaceLanguage(lng))
  })
  app.get('/games/:lng/:projectName/', (request, reply) => {
    const { lng, projectName = '' } = params(request)
    if (!isRecognisedLanguage(lng)) return reply.redirect(`/games/${languageOf(request)}/`)
    return sendPublic(request, reply, { kind: 'game', language: toInterfaceLanguage(lng), projectName })
  })
  for (const path of ['/prices', '/prices/:project']) {
    app.get(path, (request, reply) =>
      sendPublic(request, reply, { kind: 'prices', language: languageOf(request) }),
    )
  }
  app.get('/docs/:file', (request, reply) =>
    sendPublic(request, reply, { kind: 'document', language: languageOf(request) }),
  )
  app.get('/*', sendPrivate)
}

const mostHosts = 100

/** The tenant of a host, worked out once for each; a flood of invented hosts is forgotten again. */
function rememberTenants(catalogue: Catalogue): (host: string | undefined) => string {
  const tenants = catalogue.projects().map(({ id }) => id)
  const known = new Map<string, string>()
  return (host = '') => {
    let tenant = known.get(host)
    if (tenant === undefined) {
      if (known.size >= mostHosts) known.clear()
      tenant = tenantOf(host, tenants)
      known.set(host, tenant)
    }
    return tenant
  }
}

/** For addresses without a language: `locale`, then what the browser prefers. */
function languageOf(request: FastifyRequest): InterfaceLanguage {
  const { locale } = request.query as { locale?: string | string[] }
  return toInterfaceLanguage(typeof locale === 'string' ? locale : request.headers['accept-language'])
}

function clientConfig(config: Config, catalogue: Catalogue, tenant: string): ClientConfig {
  const { operator } = catalogue.content().hub
  const { company, address, supportEmail } = operator
  const { stripe, yookassa } = config.payments
  return {
    tenant,
    origin: config.http.publicUrl,
    developmentOrigins: config.mode === 'sandbox' ? [config.gamesUrl] : [],
    authMethods: authMethods.filter((method) => method === 'mail' || config.identity[method] !== null),
    ...(stripe && {
      stripe: { publishableKey: stripe.publishableKey, scriptUrl: stripe.scriptUrl ?? stripeScript },
    }),
    ...(yookassa && { yookassa: { scriptUrl: yookassa.scriptUrl } }),
    operator: { company, address, supportEmail },
    isSandbox: config.mode === 'sandbox',
  }
}

/** Built assets never change under their name; an operator's files may, and are nobody's page with scripts of its own. */
async function registerFiles(app: FastifyInstance, config: Config): Promise<void> {
  const nosniff = { 'x-content-type-options': 'nosniff' }
  const inert = {
    ...nosniff,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
  const builtAssets = { immutable: true, maxAge: '1y', preCompressed: true }
  const files = [
    { root: join(webDist, 'client/assets'), prefix: '/assets/', headers: nosniff, ...builtAssets },
    { root: join(config.contentDir, 'main_images'), prefix: '/main_images/', headers: inert, maxAge: '1h' },
    { root: join(config.contentDir, 'static_files'), prefix: '/static_files/', headers: inert, maxAge: '1h' },
  ].filter(({ root }) => existsSync(root))
  for (const [index, { headers, ...options }] of files.entries()) {
    await app.register(fastifyStatic, {
      ...options,
      decorateReply: index === 0,
      setHeaders: (reply) => void reply.headers(headers),
    })
  }
}
