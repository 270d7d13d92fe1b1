/** From a page to its service worker, when the page has loaded. */
export type PageLoaded = {
  type: 'loaded'
  /** The address of a public page. */
  page: string | null
  /** The addresses of everything that it has loaded. */
  files: string[]
}

/** From a service worker to its pages. */
export type WorkerMessage =
  /** A release has been installed; pages that run another client are outdated. */
  | { type: 'release'; clientUrl: string }
  /** The page came from the cache, because the hub did not respond. */
  | { type: 'cached' }
