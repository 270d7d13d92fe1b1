/** Sent by a page to its service worker once the page has loaded. */
export type PageLoaded = {
  type: 'loaded'
  /** A public page's URL. */
  page: string | null
  /** URLs for everything the page has loaded. */
  files: string[]
}

/** Sent by a service worker to its pages. */
export type WorkerMessage =
  /** A release has been installed; pages with another client are outdated. */
  | { type: 'release'; clientUrl: string }
  /** The page came from the cache, because the hub did not respond. */
  | { type: 'cached' }
