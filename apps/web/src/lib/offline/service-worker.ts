import type { PageLoaded, WorkerMessage } from '../../../service-worker/messages.ts'
import { keepsCookies } from '../browser/storage.ts'
import { waitForHub } from './connection.ts'
import { setOutdated } from './release.ts'

/** An open tab looks for a new release at most this often, when it becomes visible. */
const UPDATE_INTERVAL_MS = 60 * 60 * 1000

type Page = {
  /** True when the server rendered it, as for every guest. */
  isPublic: boolean
  /** Called when the hub responds again, after this page came from the cache. */
  onReconnect: () => void
}

/** This page's client script. */
const ownClientUrl = () => document.querySelector<HTMLScriptElement>('script[data-client]')?.dataset.client

/** Registers the service worker. Frames on other sites have none: they live as long as the page around them. */
export async function registerServiceWorker(page: Page): Promise<void> {
  const serviceWorker = findServiceWorkers()
  if (!serviceWorker || !keepsCookies()) return
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.type === 'release' && data.clientUrl !== ownClientUrl()) setOutdated(true)
    if (data.type === 'cached') void waitForHub().then(page.onReconnect)
  })
  const registration = await serviceWorker.register('/service-worker.js').catch(() => null)
  if (!registration) return
  const { active } = await serviceWorker.ready
  active?.postMessage(pageLoaded(page))
  updateWhenVisible(registration)
}

/** A browser blocking them may throw. */
function findServiceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

function pageLoaded({ isPublic }: Page): PageLoaded {
  const page = isPublic ? location.pathname + location.search : null
  return { type: 'loaded', page, files: performance.getEntriesByType('resource').map(({ name }) => name) }
}

function updateWhenVisible(registration: ServiceWorkerRegistration): void {
  let updatedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - updatedAt < UPDATE_INTERVAL_MS) return
    updatedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}
