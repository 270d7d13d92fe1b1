import type { FastifyInstance } from 'fastify'

/**
 * Collects unfinished handlers. Fastify's `close` waits only for connections, and a disconnecting client does not end
 * its handler.
 */
export function collectRunningHandlers(app: FastifyInstance, running: Set<Promise<unknown>>): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const result = handler.call(this, request, reply)
      if (result instanceof Promise) {
        running.add(result)
        const remove = () => running.delete(result)
        result.then(remove, remove)
      }
      return result
    }
  })
}
