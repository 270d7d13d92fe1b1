import type { LazyRouteFunction, RouteObject } from 'react-router'
import { loadTexts, type Namespace } from '../language/texts.ts'

/**
 * A route's module and the words it speaks, fetched together when the route is first visited. The module exports what
 * a route takes: `Component`, `loader`, `handle`, `ErrorBoundary`.
 */
export function lazyPage(
  importPage: LazyRouteFunction<RouteObject>,
  ...namespaces: Namespace[]
): LazyRouteFunction<RouteObject> {
  return async () => {
    try {
      const [page] = await Promise.all([importPage(), loadTexts(...namespaces)])
      return page
    } catch (cause) {
      throw isLostOnTheWay(cause) ? new PageUnreachable('A part of the hub did not arrive', { cause }) : cause
    }
  }
}

/** A page's code could not be fetched. The browser remembers that, so only loading the page anew helps. */
export class PageUnreachable extends Error {
  override readonly name = 'PageUnreachable'
}

/** As Chromium and Firefox say it, and as Safari does; code that throws says something else. */
const isLostOnTheWay = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
