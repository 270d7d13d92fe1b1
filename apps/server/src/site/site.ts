import {
  catalogueQuery,
  hasOnlyLanguage,
  type InterfaceLanguage,
  isRecognisedLanguage,
  type RenderedPage,
  readCatalogueFilter,
  type Theme,
  toInterfaceLanguage,
} from '@playhub/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import { sendCachedResponse } from '../platform/http/cached-response.ts'
import { clientConfig } from './client-config.ts'
import { registerFiles } from './files.ts'
import type { FrontDoor } from './front-door.ts'
import { pageHeaders, privateHeaders } from './headers.ts'
import { type HostFacts, rememberHosts } from './hosts.ts'
import { registerManifest } from './manifest.ts'
import { type PageKind, pageMetadata } from './metadata.ts'
import { createPageCache } from './page-cache.ts'
import { languageOf, themeOf } from './preferences.ts'
import { publicApi } from './public-api.ts'
import type { PageRenderer } from './renderer.ts'
import { registerRobots } from './robots.ts'
import { shareAddress } from './share/share-file.ts'

type Deps = { config: Config; catalogue: Catalogue; renderer: PageRenderer; frontDoor: FrontDoor }

/** Where a request is on the site, and how its reader wants to see it. */
type Place = {
  kind: PageKind
  language: InterfaceLanguage
  projectName?: string
  host: HostFacts
  theme: Theme | undefined
}

/** Pages, their assets, the operator's images, documents, sitemap and robots. */
export async function registerSite(
  app: FastifyInstance,
  { config, catalogue, renderer, frontDoor }: Deps,
): Promise<void> {
  let headers = pageHeaders(config, catalogue.projects())
  let hostOf = rememberHosts(config, catalogue)
  const cache = createPageCache(() => headers)
  catalogue.onChange(() => {
    headers = pageHeaders(config, catalogue.projects())
    hostOf = rememberHosts(config, catalogue)
    cache.clear()
    frontDoor.forget()
  })

  await registerFiles(app, config)
  registerRobots(app, config, catalogue)
  registerManifest(app, catalogue, (host) => hostOf(host))

  const render = (url: string, place: Place): Promise<RenderedPage> => {
    const { language, theme, host } = place
    return renderer({
      url,
      language,
      theme,
      tenant: host.tenant,
      origin: host.origin,
      api: publicApi(catalogue, language, [host.tenant, place.projectName]),
      page: metadataOf(config, catalogue, url, place),
      clientConfig: clientConfig(config, catalogue, host.tenant),
    })
  }

  /**
   * Public pages look the same for everybody: from the cache, or rendered into it.
   * @param query  What of the query decides what is shown; nothing else of it counts.
   */
  function sendPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    where: Pick<Place, 'kind' | 'language' | 'projectName'>,
    query = '',
  ) {
    const path = `${request.url.split('?', 1)[0]}${query}`
    const host = hostOf(request.headers.host)
    const theme = themeOf(request)
    const key = `${host.key} ${where.language} ${theme} ${path}`
    const cached = cache.get(key)
    if (!cached) return renderPublic(request, reply, key, path, { ...where, host, theme })
    frontDoor.keep(request.raw, request.routeOptions.url ?? path, cached)
    return sendCachedResponse(request, reply, cached)
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
    return sendCachedResponse(request, reply, page)
  }

  /** Its pages are few and cached; searches are as many as people have words, and each is rendered for itself. */
  function sendCatalogue(request: FastifyRequest, reply: FastifyReply, language: InterfaceLanguage) {
    const [path, query] = request.url.split('?', 2)
    if (!query) return sendPublic(request, reply, { kind: 'catalogue', language })
    const filter = readCatalogueFilter(new URLSearchParams(query))
    if (!filter.search) {
      return sendPublic(request, reply, { kind: 'catalogue', language }, catalogueQuery(filter))
    }
    const address = `${path}${catalogueQuery(filter)}`
    return sendUncached(reply, address, { kind: 'catalogue', language, ...readerOf(request) })
  }

  function sendPrivate(request: FastifyRequest, reply: FastifyReply) {
    const place: Place = { kind: 'default', language: languageOf(request), ...readerOf(request) }
    return sendUncached(reply, request.url, place)
  }

  const readerOf = (request: FastifyRequest) => ({
    host: hostOf(request.headers.host),
    theme: themeOf(request),
  })

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
  // The choice how to sign in is the same for every guest, where its address brings nothing along but a language.
  app.get('/session/login', (request, reply) => {
    const [, query] = request.url.split('?', 2)
    if (!hasOnlyLanguage(new URLSearchParams(query))) return sendPrivate(request, reply)
    return sendPublic(request, reply, { kind: 'default', language: languageOf(request) })
  })
  app.get('/*', sendPrivate)
}

/** Where a game outside the catalogue is alone on its host, the page of all games is that game's own. */
function metadataOf(
  { contentDir }: Config,
  catalogue: Catalogue,
  url: string,
  { kind, language, projectName, host }: Place,
) {
  const alone = catalogue.project(host.tenant)
  const isAlone = kind === 'catalogue' && alone?.outOfCatalog === true
  const project = isAlone ? alone : catalogue.project(projectName ?? '')
  return pageMetadata(catalogue.content(), {
    kind: isAlone ? 'game' : kind,
    language,
    tenant: host.tenant,
    url: `${host.origin}${url.split('?')[0]}`,
    project,
    shareImage: project && shareAddress(contentDir, project, language),
  })
}
