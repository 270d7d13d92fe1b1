import type { FastifyInstance } from 'fastify'

/**
 * Makes `close` wait for handlers whose client has gone. Fastify waits for connections only, so such a handler would find
 * the database closed.
 */
export function waitForHandlersOnClose(app: FastifyInstance): void {
  const pending = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const result = handler.call(this, request, reply)
      if (result instanceof Promise) {
        pending.add(result)
        const remove = () => pending.delete(result)
        result.then(remove, remove)
      }
      return result
    }
  })
  app.addHook('onClose', async () => {
    await Promise.allSettled(pending)
  })
}
