import { isImportFailure } from '@playhub/ui/feedback/retry-import.ts'
import type { LazyRouteFunction, RouteObject } from 'react-router'
import { nextTask } from '../browser/next-task.ts'
import { loadMessages, MessagesUnreachable, type Namespace } from '../language/messages.ts'

/**
 * Loads a route's module and its texts together when the route is first visited. The module exports route properties:
 * `Component`, `loader`, `handle`, `ErrorBoundary`.
 */
export function lazyPage(
  importPage: LazyRouteFunction<RouteObject>,
  ...namespaces: Namespace[]
): LazyRouteFunction<RouteObject> {
  return async () => {
    if (!import.meta.env.SSR) await nextTask()
    try {
      const [page] = await Promise.all([importPage(), loadMessages(...namespaces)])
      return page
    } catch (cause) {
      const isUnreachable = isImportFailure(cause) || cause instanceof MessagesUnreachable
      throw isUnreachable ? new PageUnreachable('A page failed to load', { cause }) : cause
    }
  }
}

/** A page module or its texts could not be fetched. Browsers cache the failure, so only a reload helps. */
export class PageUnreachable extends Error {
  override readonly name = 'PageUnreachable'
}

/**
 * Loads the document again. WebKit remembers a module's failed load, in a reloaded document too, until the module has
 * been fetched; the preloads name them all.
 */
export async function reloadDocument(): Promise<void> {
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  await Promise.allSettled([...preloads].map(({ href }) => fetch(href)))
  window.location.reload()
}
