import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseInput } from '../platform/problem.ts'
import type { Inbox, ReceivedWebhook } from './inbox.ts'

const Search = z.object({ project: z.string().optional() })
const Behaviour = z.strictObject({
  project: z.string().min(1).max(100),
  status: z.int().min(200).max(599),
  times: z.int().min(1).max(10_000).default(1),
})

/** A minimal game server: it verifies webhook signatures and lists what it received. */
export function gameServerRoutes(app: FastifyInstance, inbox: Inbox): void {
  app.get('/game-server', (_request, reply) => reply.redirect('/#webhooks'))
  app.get('/game-server/notices', (request): ReceivedWebhook[] =>
    inbox.webhooks(parseInput(Search, request.query).project),
  )
  app.post('/game-server/behaviour', (request) => {
    const behaviour = parseInput(Behaviour, request.body)
    inbox.setBehaviour(behaviour)
    return behaviour
  })
  app.register(async (webhooks) => {
    // The signature covers the raw body, so it stays unparsed.
    webhooks.removeAllContentTypeParsers()
    webhooks.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    webhooks.post<{ Params: { project: string } }>('/game-server/webhook/:project', (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const status = inbox.receive(request.params.project, body, request.headers as Record<string, string>)
      return reply.code(status).send({ received: status < 300 })
    })
  })
}
