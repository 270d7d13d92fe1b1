/**
 * Opens the hub without a connection: public pages as last seen while their prices hold, any other page as a shell,
 * which reports the missing connection and retries. API responses, private pages and URLs with a token are never cached.
 */
import type { PageLoaded, WorkerMessage } from './messages.ts'

declare const self: ServiceWorkerGlobalScope
/** Set by the build. */
declare const RELEASE: { id: string; clientUrl: string; shellFiles: string[] }

const assets = { name: `assets ${RELEASE.id}`, maxEntries: 300 }
const pages = { name: `pages ${RELEASE.id}`, maxEntries: 50 }
const images = { name: `images ${RELEASE.id}`, maxEntries: 150 }
type LimitedCache = typeof pages

/** A path whose page is a shell. */
const shellPath = '/loader'
/** Open tabs may still run the previous release. */
const keptReleases = 2

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => event.waitUntil(onLoaded(event)))
self.addEventListener('fetch', (event) => {
  const respond = responderFor(event)
  if (respond) event.respondWith(respond())
})

async function install(): Promise<void> {
  const cache = await caches.open(assets.name)
  await cache.addAll([shellPath, ...RELEASE.shellFiles])
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  await deleteOldReleases()
  await self.clients.claim()
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    client.postMessage({ type: 'release', clientUrl: RELEASE.clientUrl } satisfies WorkerMessage)
  }
}

/** Caches are listed in creation order. */
async function deleteOldReleases(): Promise<void> {
  const names = await caches.keys()
  const releases = [...new Set(names.map((name) => name.split(' ')[1]))].slice(-keptReleases)
  const old = names.filter((name) => !releases.includes(name.split(' ')[1]))
  await Promise.all(old.map((name) => caches.delete(name)))
}

function responderFor(event: FetchEvent): (() => Promise<Response>) | null {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return null
  // A draft of the content, for an operator.
  if (url.searchParams.has('preview')) return null
  if (request.destination === 'document') return isPagePath(url) ? () => respondWithPage(event, url) : null
  if (isAsset(url)) return () => respondWithAsset(event)
  if (isImage(url)) return () => respondWithImage(event)
  return null
}

/** The server has other paths, whose documents are not pages. */
const isPagePath = ({ pathname }: URL) =>
  !/^\/(api|passport|webhooks|main_images|static_files)\//.test(pathname)
const isAsset = ({ pathname }: URL) => pathname.startsWith('/assets/')
const isImage = ({ pathname }: URL) => /^\/(main_images|static_files)\//.test(pathname)

async function respondWithPage(event: FetchEvent, url: URL): Promise<Response> {
  try {
    const response = await fetch(event.request)
    if (isPublicPage(url, response)) event.waitUntil(store(pages, event.request.url, response.clone()))
    return response
  } catch {
    cachedFor.add(event.resultingClientId)
    return (await findPage(url)) ?? (await findShell()) ?? Response.error()
  }
}

/** The server marks private pages `no-store`. A query may carry a token, except when it only names a language. */
function isPublicPage({ search }: URL, response: Response): boolean {
  const isPrivate = response.headers.get('cache-control')?.includes('no-store') ?? true
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false
  return (
    isComplete(response) &&
    !response.redirected &&
    isHtml &&
    !isPrivate &&
    /^(\?locale=[a-z]{2})?$/.test(search)
  )
}

/** A cache accepts no partial content. */
const isComplete = ({ status, type }: Response) => status === 200 && type === 'basic'

async function findPage({ href, origin, pathname }: URL): Promise<Response | undefined> {
  const cache = await caches.open(pages.name)
  const anyVariant = { ignoreVary: true }
  const page = (await cache.match(href, anyVariant)) ?? (await cache.match(origin + pathname, anyVariant))
  return page && !hasExpired(page) ? page : undefined
}

/** The prices on a page may change at that instant. */
function hasExpired({ headers }: Response): boolean {
  const expires = headers.get('expires')
  return expires !== null && Date.parse(expires) <= Date.now()
}

const findShell = () => caches.match(shellPath, { ignoreVary: true, cacheName: assets.name })

/** Assets never change under their name. */
async function respondWithAsset(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = await caches.match(request.url, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (isComplete(response)) event.waitUntil(store(assets, request.url, response.clone()))
  return response
}

async function respondWithImage(event: FetchEvent): Promise<Response> {
  const { request } = event
  try {
    const response = await fetch(request)
    if (isComplete(response)) event.waitUntil(store(images, request.url, response.clone()))
    return response
  } catch (error) {
    const cached = await caches.match(request.url, { ignoreVary: true })
    if (cached) return cached
    throw error
  }
}

/** Deletes the oldest entries above the limit. */
async function store({ name, maxEntries }: LimitedCache, url: string, response: Response): Promise<void> {
  const cache = await caches.open(name)
  // Replaces an older entry when the body is complete, and leaves it if the transfer breaks off.
  await cache.put(url, response)
  const stored = await cache.keys()
  await Promise.all(stored.slice(0, -maxEntries).map((old) => cache.delete(old)))
}

/** Ids of pages from the cache. */
const cachedFor = new Set<string>()

/** Caches the page's files from before this worker controlled it, or reports the page itself as cached. */
async function onLoaded({ data, source }: ExtendableMessageEvent): Promise<void> {
  const { type, page, files }: PageLoaded = data
  if (type !== 'loaded' || !(source instanceof WindowClient)) return
  if (cachedFor.delete(source.id)) return source.postMessage({ type: 'cached' } satisfies WorkerMessage)
  const ours = files.map((file) => new URL(file)).filter(({ origin }) => origin === location.origin)
  await Promise.allSettled([
    page && storeOnce(pages, new URL(page, location.origin), isPublicPage),
    ...ours.filter(isAsset).map((url) => storeOnce(assets, url)),
    ...ours.filter(isImage).map((url) => storeOnce(images, url)),
  ])
}

type Check = (url: URL, response: Response) => boolean

async function storeOnce(
  cache: LimitedCache,
  url: URL,
  isAllowed: Check = (_, r) => isComplete(r),
): Promise<void> {
  if (await caches.match(url.href, { ignoreVary: true })) return
  const response = await fetch(url)
  if (isAllowed(url, response)) await store(cache, url.href, response)
}
