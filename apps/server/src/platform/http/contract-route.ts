import type { Route } from '@playhub/contract'
import type { RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route answers; the API reference lists these routes only. */
    contract?: Route
  }
}

/** Fastify's method, URL and schema for a call of the contract, such as `GET /payments/get/{id}`. */
export function contractRoute(
  key: string,
  route: Route,
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
      response: { 200: route.response },
    },
    config: { contract: route },
  }
}
