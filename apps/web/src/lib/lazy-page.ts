import type { LazyRouteFunction, RouteObject } from 'react-router'
import { loadTexts, type Namespace } from './texts.ts'

/**
 * A route's module and the words it speaks, fetched together when the route is first visited. The module exports what
 * a route takes: `Component`, `loader`, `handle`, `ErrorBoundary`.
 */
export function lazyPage(
  importPage: LazyRouteFunction<RouteObject>,
  ...namespaces: Namespace[]
): LazyRouteFunction<RouteObject> {
  return async () => {
    const [page] = await Promise.all([importPage(), loadTexts(...namespaces)])
    return page
  }
}
