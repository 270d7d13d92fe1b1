import type { LazyRouteFunction, RouteObject } from 'react-router'
import { nextTask } from '../browser/next-task.ts'
import { loadTexts, type Namespace, TextsUnreachable } from '../language/texts.ts'

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
      const [page] = await Promise.all([importPage(), loadTexts(...namespaces)])
      return page
    } catch (cause) {
      const isUnreachable = isImportFailure(cause) || cause instanceof TextsUnreachable
      throw isUnreachable ? new PageUnreachable('A page failed to load', { cause }) : cause
    }
  }
}

/** A page module or its texts could not be fetched. Browsers cache the failure, so only a reload helps. */
export class PageUnreachable extends Error {
  override readonly name = 'PageUnreachable'
}

/**
 * Loads the document again. WebKit remembers that a module failed to load, in a reloaded document too, until
 * the module has been fetched; the preloads name them all.
 */
export async function reloadDocument(): Promise<void> {
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  await Promise.allSettled([...preloads].map(({ href }) => fetch(href)))
  window.location.reload()
}

/** Matches the Chromium, Firefox and Safari messages for a failed import, not errors thrown by the module. */
export const isImportFailure = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
