import type { FastifyInstance } from 'fastify'
import { receiveDelivery } from './deliveries.ts'
import type { Deps } from './deps.ts'

/** Where the providers call. A signature covers the very bytes, so bodies stay unparsed here. */
export function registerWebhooks(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const { stripe } = deps.providers
    if (!stripe) return
    scope.post<{ Body: Buffer | undefined }>('/webhooks/stripe', async ({ body, headers }) => {
      await receiveDelivery(deps, stripe, body ?? Buffer.alloc(0), headers)
      return { received: true }
    })
  })
}
