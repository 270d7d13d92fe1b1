import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BuildFile, type BuildStorage, StoredFileMissing } from '../builds/index.ts'
import type { Project } from '../catalogue/index.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Build } from './build-cache.ts'
import { type CompatScripts, isYandexPath, sendCompatScript, toCompatScript } from './compat-scripts.ts'
import { buildHeaders, type HubOrigins, type ServedProject } from './headers.ts'
import { createPageCache } from './pages/page-cache.ts'
import { scormManifest } from './pages/scorm.ts'
import { parseTarget } from './resolve.ts'
import { addVary, sendFile, sendPage } from './respond.ts'
import { sendWorkerRemoval, sharesSite } from './service-workers.ts'
import { createSiteBuilds, type Site, type SiteBuildsOptions } from './site-builds.ts'

export type ResponderOptions = SiteBuildsOptions & {
  hub: HubOrigins
  storage: BuildStorage
  /** Undefined when the content has no such project. */
  getProject(id: string): Project | undefined
  /** The page of a game on the hub, in a language of the visitor. */
  getGamePage(project: string, acceptLanguage: string | undefined): string
  /** Put into every page. Null: none. */
  bootScript: string | null
  compatScripts: CompatScripts
  /** Saves the browser's storage. */
  storageScript: string | null
  log: Log
}

/** A trial build has no project's settings. */
const trialProject: ServedProject = {
  origins: [],
  game: { network: 'open', isolated: false, saves: { mode: 'sdk', serverKeys: [] } },
}

const immutable = 'public, max-age=31536000, immutable'
/** Files that load others relative to themselves, so their URL must name the version. */
const loadsFurtherFiles = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'iframe',
  'frame',
  'document',
])

type Found = { site: Site; project: ServedProject; number: number; build: Build; file: BuildFile }

/** Responds to requests for the files of builds. */
export function createResponder(
  options: ResponderOptions,
  sendNotFound: (reply: FastifyReply) => FastifyReply,
) {
  const { hosting, hub, storage, log, compatScripts, bootScript, storageScript } = options
  const sites = createSiteBuilds(options)
  const readPage = createPageCache(storage, { bootScript, storageScript })
  const refusesWorkers = sharesSite(hosting, hub)
  const projectHeaders = new WeakMap<ServedProject, Record<string, string>>()

  function getHeaders(project: ServedProject): Record<string, string> {
    const headers = projectHeaders.get(project) ?? buildHeaders(hosting, hub, project)
    projectHeaders.set(project, headers)
    return headers
  }

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const site = await sites.identify(request)
    const project = site && (site.isTrial ? trialProject : options.getProject(site.project))
    const target = site && parseTarget(site.path)
    if (!site || !project || !target) return sendMissing(request, reply)
    reply.headers(getHeaders(project))
    if (target.kind === 'compat')
      return sendCompatScript(request, reply, compatScripts.get(target.sdk)) ?? sendNotFound(reply)
    if (isWorkerScript(request)) {
      // Elsewhere it would control later builds, too.
      if (target.kind !== 'versioned') return sendNotFound(reply)
      if (refusesWorkers) return sendWorkerRemoval(reply)
    }
    const number = await sites.chooseVersion(request, site, target)
    if (number === undefined) return sendNotFound(reply)
    if (target.kind === 'start') return redirectToVersion(reply, site, number, 'index.html')
    const build = await sites.findBuild(site, number)
    const compat = project.game.compat ?? build?.compat
    if (compat?.sdk === 'yandex' && isYandexPath(target.file))
      return sendCompatScript(request, reply, compatScripts.get('yandex')) ?? sendNotFound(reply)
    if (build && target.file === '') return redirectToVersion(reply, site, number, 'index.html')
    const path = target.file.endsWith('/') ? `${target.file}index.html` : target.file
    const file = build && findFile(build, path)
    if (!file) return sendMissing(request, reply)
    // A cache in between must not give a tab a file loaded by a game.
    if (mayShowPage(file)) addVary(reply, 'sec-fetch-dest')
    if (isDocument(request) && (site.isTrial || mayShowPage(file)))
      return redirectToHub(request, reply, site, options)
    // Any page can put an address into a frame, and a browser then downloads what it cannot show.
    if (site.isTrial && !mayShowPage(file) && isFrame(request)) return sendNotFound(reply)
    if (target.kind === 'unversioned') {
      addVary(reply, 'referer, sec-fetch-dest')
      if (loadsFurtherFiles.has(String(request.headers['sec-fetch-dest'])))
        return redirectToVersion(reply, site, number, target.file)
    }
    const isKept = target.kind === 'versioned' && !site.isTrial
    try {
      return await sendContent(request, reply, { site, project, number, build, file }, isKept)
    } catch (error) {
      if (!(error instanceof StoredFileMissing)) throw error
      sites.forget(site.project, number)
      log.error({ project: site.project, number, path }, 'A file of a build is missing in the storage')
      return sendNotFound(reply)
    }
  }

  /** A removed build may have left a service worker. */
  function sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const isLeft = isWorkerScript(request) && /\/v\/\d+\//.test(request.url)
    return isLeft ? sendWorkerRemoval(reply) : sendNotFound(reply)
  }

  async function sendContent(
    request: FastifyRequest,
    reply: FastifyReply,
    { site, project, number, build, file }: Found,
    isKept: boolean,
  ): Promise<FastifyReply> {
    if (!file.type.startsWith('text/html')) {
      reply.header('cache-control', isKept ? immutable : 'no-cache')
      return sendFile(request, reply, { storage, project: site.project, file })
    }
    const compat = project.game.compat ?? build.compat
    const page = await readPage({
      project: site.project,
      file,
      root: `${site.base}/v/${number}`,
      compat: compat && toCompatScript(compat, compatScripts, site.base),
      isScorm: build.manifest.has(scormManifest),
      savesStorage: project.game.saves.mode === 'auto',
    })
    if (page) return sendPage(request, reply, page)
    reply.header('cache-control', 'no-cache')
    return sendFile(request, reply, { storage, project: site.project, file })
  }

  return respond
}

const isWorkerScript = ({ headers }: FastifyRequest) => headers['service-worker'] === 'script'

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

const frames = new Set(['iframe', 'frame', 'embed', 'object'])

function isFrame({ headers }: FastifyRequest): boolean {
  return frames.has(String(headers['sec-fetch-dest']))
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

function redirectToHub(
  request: FastifyRequest,
  reply: FastifyReply,
  { label, project, preview, isTrial }: Site,
  { hub, getGamePage }: ResponderOptions,
): FastifyReply {
  addVary(reply, 'accept-language')
  const page = isTrial
    ? `${hub.publicUrl}/developers`
    : preview !== null
      ? `${hub.publicUrl}/developers/previews/${label}`
      : getGamePage(project, request.headers['accept-language'])
  return reply.header('cache-control', 'no-cache').redirect(page, 302)
}
