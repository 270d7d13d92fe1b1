import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify'
import {
  type BuildFile,
  type BuildStorage,
  findCurrentNumber,
  findPreviewSecret,
  isTrialId,
  parsePreviewLabel,
  StoredFileMissing,
  trialNumber,
} from '../builds/index.ts'
import type { Project } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { getErrorCode } from '../platform/errors.ts'
import type { GameHosting } from '../platform/game-hosting.ts'
import { httpServer } from '../platform/http/http-server.ts'
import type { Log } from '../platform/observability/log.ts'
import { type Build, createBuildCache } from './build-cache.ts'
import { type CompatScripts, isYandexPath, sendCompatScript, toCompatScript } from './compat-scripts.ts'
import { buildHeaders, type HubOrigins, type ServedProject } from './headers.ts'
import { createPageCache } from './page-cache.ts'
import { findReferringVersion, findSite, parseTarget, type SiteRequest, type Target } from './resolve.ts'
import { addVary, sendFile, sendPage } from './respond.ts'
import { scormManifest } from './scorm.ts'

export type GameFilesOptions = {
  hosting: GameHosting
  hub: HubOrigins
  clock: Clock
  /** Undefined while there is no database yet. */
  getDb(): Db | undefined
  storage: BuildStorage
  /** Undefined when the content has no such project. */
  getProject(id: string): Project | undefined
  /** The page of a game on the hub, in a language of the visitor. */
  getGamePage(project: string, acceptLanguage: string | undefined): string
  /** Put into every page. Null: none. */
  bootScript: string | null
  compatScripts: CompatScripts
  /** Replaces the browser's storage. */
  storageScript: string | null
  log: Log
  /** Answers requests for other hosts. Default: 404. */
  otherHosts?: (request: IncomingMessage, response: ServerResponse) => void
}

/** Whose files, and of which build: the one that players get, a preview, or one that is only tried. */
type Site = SiteRequest & { project: string; preview: number | null; isTrial: boolean }

/** A build that is only tried has no project's settings. */
const trialProject: ServedProject = {
  origins: [],
  game: { network: 'open', isolated: false, saves: { mode: 'sdk', serverKeys: [] } },
}

class DatabaseMissing extends Error {
  override name = 'DatabaseMissing'
}

const immutable = 'public, max-age=31536000, immutable'
/** What loads further files relative to itself, so its address must name the version. */
const loadsFurtherFiles = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'iframe',
  'frame',
  'document',
])

/**
 * Serves the files of uploaded builds, each project at an origin of its own. Knows no cookies, accounts or API.
 * @returns  a server that does not listen yet
 */
export function createGameFiles(options: GameFilesOptions): FastifyInstance {
  const { hosting, hub, storage, log, compatScripts, bootScript, storageScript } = options
  const requireDb = () => {
    const db = options.getDb()
    if (!db) throw new DatabaseMissing()
    return db
  }
  const builds = createBuildCache(requireDb)
  const readPage = createPageCache(storage, { bootScript, storageScript })
  const errorHeaders = buildHeaders(hosting, hub)
  const projectHeaders = new WeakMap<ServedProject, Record<string, string>>()
  let previewSecret: string | undefined

  function getHeaders(project: ServedProject): Record<string, string> {
    const headers = projectHeaders.get(project) ?? buildHeaders(hosting, hub, project)
    projectHeaders.set(project, headers)
    return headers
  }

  async function identifySite({ headers, raw }: FastifyRequest): Promise<Site | undefined> {
    const site = findSite(hosting, headers.host, raw.url ?? '/')
    if (!site) return undefined
    const preview = parsePreviewLabel(site.label)
    if (!preview) return { ...site, project: site.label, preview: null, isTrial: isTrialId(site.label) }
    previewSecret ??= await findPreviewSecret(requireDb())
    return previewSecret !== undefined && preview.isSignedWith(previewSecret)
      ? { ...site, project: preview.project, preview: preview.number, isTrial: false }
      : undefined
  }

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const site = await identifySite(request)
    const project = site && (site.isTrial ? trialProject : options.getProject(site.project))
    const target = site && parseTarget(site.path)
    if (!site || !project || !target) return sendNotFound(reply)
    reply.headers(getHeaders(project))
    if (target.kind === 'compat')
      return sendCompatScript(request, reply, compatScripts.get(target.sdk)) ?? sendNotFound(reply)
    // Elsewhere it would control later builds, too.
    if (request.headers['service-worker'] === 'script' && target.kind !== 'versioned')
      return sendNotFound(reply)
    const number = await chooseVersion(request, site, target)
    if (number === undefined) return sendNotFound(reply)
    if (target.kind === 'start') return redirectToVersion(reply, site, number, 'index.html')
    const build = await findBuild(site, number)
    const compat = project.game.compat ?? build?.compat
    if (compat?.sdk === 'yandex' && isYandexPath(target.file))
      return sendCompatScript(request, reply, compatScripts.get('yandex')) ?? sendNotFound(reply)
    if (build && target.file === '') return redirectToVersion(reply, site, number, 'index.html')
    const path = target.file.endsWith('/') ? `${target.file}index.html` : target.file
    const file = build && findFile(build, path)
    if (!file) return sendNotFound(reply)
    const isPage = file.type.startsWith('text/html')
    if (mayShowPage(file) && isDocument(request) && site.preview === null)
      return redirectToHub(request, reply, site)
    if (target.kind === 'unversioned') {
      addVary(reply, 'referer, sec-fetch-dest')
      if (loadsFurtherFiles.has(String(request.headers['sec-fetch-dest'])))
        return redirectToVersion(reply, site, number, target.file)
    }
    try {
      if (isPage) {
        const page = await readPage({
          project: site.project,
          file,
          root: `${site.base}/v/${number}`,
          compat: compat && toCompatScript(compat, compatScripts, site.base),
          isScorm: build.manifest.has(scormManifest),
          replacesStorage: project.game.saves.mode === 'auto' || hosting.kind === 'one-origin',
        })
        return sendPage(request, reply, page)
      }
      const isKept = target.kind === 'versioned' && !site.isTrial
      reply.header('cache-control', isKept ? immutable : 'no-cache')
      return await sendFile(request, reply, { storage, project: site.project, file })
    } catch (error) {
      if (!(error instanceof StoredFileMissing)) throw error
      builds.forget(site.project, number)
      log.error({ project: site.project, number, path }, 'A file of a build is missing in the storage')
      return sendNotFound(reply)
    }
  }

  /** Undefined when the project has no build for this request. */
  async function chooseVersion(
    request: FastifyRequest,
    site: Site,
    target: Target,
  ): Promise<number | undefined> {
    if (target.kind === 'versioned') return target.number
    const referring =
      target.kind === 'unversioned' &&
      findReferringVersion(request.headers.referer, request.headers.host, site.base)
    if (referring) return referring
    if (site.preview !== null) return site.preview
    if (site.isTrial) return trialNumber
    return (await findCurrentNumber(requireDb(), site.project))?.number
  }

  /** Players reach no build that was never activated; its preview reaches no other. */
  async function findBuild({ project, preview }: Site, number: number): Promise<Build | undefined> {
    if (preview !== null) return number === preview ? await builds.find(project, number) : undefined
    const build = await builds.find(project, number)
    if (build?.expiresAt != null && build.expiresAt <= options.clock.now()) return undefined
    if (build?.isActivated !== false) return build
    // A preview may have cached it just before it was activated.
    builds.forget(project, number)
    const reread = await builds.find(project, number)
    return reread?.isActivated ? reread : undefined
  }

  function redirectToHub(
    request: FastifyRequest,
    reply: FastifyReply,
    { project, isTrial }: Site,
  ): FastifyReply {
    addVary(reply, 'sec-fetch-dest, accept-language')
    const page = isTrial
      ? `${hub.publicUrl}/developers`
      : options.getGamePage(project, request.headers['accept-language'])
    return reply.header('cache-control', 'no-cache').redirect(page, 302)
  }

  function sendNotFound(reply: FastifyReply): FastifyReply {
    if (!reply.hasHeader('content-security-policy')) reply.headers(errorHeaders)
    return sendText(reply, 404, 'There is no such file here.')
  }

  function sendFailure(error: unknown, reply: FastifyReply): FastifyReply {
    if (!reply.hasHeader('content-security-policy')) reply.headers(errorHeaders)
    if (!(error instanceof DatabaseMissing))
      log.error({ err: error }, 'A file of a build could not be served')
    return sendText(
      reply.header('retry-after', 1),
      503,
      'The files of this game cannot be read at the moment.',
    )
  }

  const app = Fastify({
    serverFactory: createServer(options),
    // A path that is not validly encoded.
    frameworkErrors: (_error, _request, reply) => void sendNotFound(reply as unknown as FastifyReply),
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBrokenRequest,
  })
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: respond })
  app.setErrorHandler((error, _request, reply) => void sendFailure(error, reply))
  app.setNotFoundHandler((_request, reply) => {
    reply.headers(errorHeaders).header('allow', 'GET, HEAD')
    return sendText(reply, 405, 'Only GET and HEAD are answered here.')
  })
  return app
}

function createServer({ hosting, otherHosts }: GameFilesOptions): FastifyServerFactory {
  const factory = httpServer({ maxConnectionsPerAddress: null })
  if (!otherHosts) return factory
  const isOurs = ({ headers, url = '/' }: IncomingMessage) =>
    findSite(hosting, headers.host, url) !== undefined
  return (handler, options) =>
    factory(
      (request, response) => (isOurs(request) ? handler(request, response) : otherHosts(request, response)),
      options,
    )
}

/**
 * A game may set so many cookies for the domain of all games that requests to each become too large. The response
 * deletes them; nobody needs cookies here.
 */
function refuseBrokenRequest(error: Error, socket: Socket): void {
  if (getErrorCode(error) === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, header] =
    getErrorCode(error) === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Clear-Site-Data: "cookies"\r\n']
      : ['400 Bad Request', '']
  socket.end(`HTTP/1.1 ${status}\r\n${header}Content-Length: 0\r\nConnection: close\r\n\r\n`)
}

/** A file, or what a client expects to find compressed beside it, as Godot's and Unity's exports have it. */
function findFile({ manifest }: Build, path: string): BuildFile | undefined {
  const exact = manifest.get(path)
  if (exact) return exact
  const compressed = [manifest.get(`${path}.br`), manifest.get(`${path}.gz`)]
  return compressed.find((file) => file && file.encoding !== null)
}

/** XML may be XHTML or SVG, whose scripts run. */
function mayShowPage({ type }: BuildFile): boolean {
  return /^(text\/html|(text|application)\/([\w.-]+\+)?xml|image\/svg\+xml)\b/.test(type)
}

/** The address was opened in a tab, not in a frame. */
function isDocument({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'document'
}

function redirectToVersion(
  reply: FastifyReply,
  { base, search }: Site,
  number: number,
  file: string,
): FastifyReply {
  const path = file.split('/').map(encodeURIComponent).join('/')
  return reply.header('cache-control', 'no-cache').redirect(`${base}/v/${number}/${path}${search}`, 302)
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  for (const name of ['content-encoding', 'content-length', 'content-range', 'accept-ranges', 'etag'])
    reply.removeHeader(name)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`)
}
