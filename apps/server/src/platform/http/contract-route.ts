import { parse } from 'node:querystring'
import type {} from '@fastify/swagger'
import type { Route } from '@playhub/contract'
import type { OperatorRoute } from '@playhub/contract/operator'
import type { RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route's contract call; the API reference lists only these routes. */
    contract?: Route | OperatorRoute
  }
}

/** Fastify method, URL and schema for a contract call, such as `GET /payments/get/{id}`. */
export function contractRoute(
  key: string,
  route: Route | OperatorRoute,
): Required<Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>> {
  const [method = '', path = ''] = key.split(' ')
  return {
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: route.summary,
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      response: { [('status' in route && route.status) || 200]: route.response },
    },
    config: { contract: route },
  }
}

type Query = Record<string, string | string[]>

/** Parses a query string without its empty parameters: a form sends `?project=` for an unset filter. */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  for (const [name, given] of Object.entries(parse(text))) {
    const [value, ...more] = [given ?? []].flat().filter(Boolean)
    if (value !== undefined) query[name] = more.length > 0 ? [value, ...more] : value
  }
  return query
}
