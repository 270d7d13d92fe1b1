import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { read } from '../platform/problem.ts'
import type { Inbox, ReceivedWebhook } from './inbox.ts'

const Search = z.object({ project: z.string().optional() })
const BehaviourOrder = z.strictObject({
  project: z.string().min(1).max(100),
  status: z.int().min(200).max(599),
  times: z.int().min(1).max(10_000).default(1),
})

/** A game team's server as its simplest: it checks the signature and writes down what it was told. */
export function gameServerRoutes(app: FastifyInstance, inbox: Inbox): void {
  app.get('/game-server', (_request, reply) => reply.redirect('/#webhooks'))
  app.get('/game-server/notices', (request): ReceivedWebhook[] =>
    inbox.webhooks(read(Search, request.query).project),
  )
  app.post('/game-server/behaviour', (request) => {
    const behaviour = read(BehaviourOrder, request.body)
    inbox.behave(behaviour)
    return behaviour
  })
  app.register(async (webhooks) => {
    // The signature covers the very bytes, so the body stays a string.
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    webhooks.post<{ Params: { project: string } }>('/game-server/webhook/:project', (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const status = inbox.receive(request.params.project, body, request.headers as Record<string, string>)
      return reply.code(status).send({ received: status < 300 })
    })
  })
}
