import type { Route } from '@playhub/contract'
import type { OperatorRoute } from '@playhub/contract/operator'
import type { RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract call that a route handles; the API reference lists only these routes. */
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
