import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyHttpOptions, FastifyServerFactory } from 'fastify'
import { writeCachedResponse } from '../../platform/http/cached-response.ts'
import type { CachedPage } from './page-cache.ts'

type Options = {
  find(request: IncomingMessage): CachedPage | undefined
  /** While true, Fastify handles every request, because it closes connections during shutdown. */
  isDraining(): boolean
  /** Reports requests that no Fastify hook sees. */
  observe?: (labels: { method: 'GET'; route: string; status: number }, seconds: number) => void
}

/** Answers from the page cache before Fastify creates a request, runs hooks or matches a route (ADR 27). */
export function cacheFirstServer({ find, isDraining, observe }: Options): FastifyServerFactory {
  return (fastifyHandler, options) => {
    const { http, keepAliveTimeout, requestTimeout } = options as FastifyHttpOptions<Server>
    const server = createServer(http ?? {}, (request, response) => {
      const startedAt = observe ? performance.now() : 0
      const page = request.method === 'GET' && !isDraining() ? find(request) : undefined
      if (!page) return fastifyHandler(request, response)
      writeCachedResponse(request, response, page.response)
      observe?.(
        { method: 'GET', route: page.route, status: response.statusCode },
        (performance.now() - startedAt) / 1000,
      )
    })
    return Object.assign(server, { keepAliveTimeout, requestTimeout })
  }
}
