import type { RouteObject } from 'react-router'

/**
 * A page's children, so that its path may go on with any number of these parameters, in this order. Written
 * as `:a?/:b?/:c?`, React Router would compile and rank a route for each subset.
 */
export function optionalSegments(first: string, ...others: string[]): RouteObject[] {
  const [second, ...rest] = others
  const children = second === undefined ? [] : optionalSegments(second, ...rest)
  return [{ path: `:${first}`, element: null, children }]
}
