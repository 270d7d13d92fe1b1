import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../pages/assets.ts'
import { Problem, parseInput } from '../platform/problem.ts'
import type { Email, Mailbox } from './mailbox.ts'

const Search = z.object({ to: z.string().optional() })
/** An email can neither run scripts nor load anything from outside. */
const EMAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export function mailRoutes(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/mail', (_request, reply) => reply.redirect('/#mail'))
  app.get('/mail/messages', (request): Email[] => mailbox.list(parseInput(Search, request.query).to))
  app.get<{ Params: { id: string } }>('/mail/messages/:id/html', (request, reply) => {
    const email = mailbox.find(request.params.id)
    if (!email) throw new Problem(404, 'No such email')
    return reply
      .header('content-security-policy', EMAIL_POLICY)
      .type('text/html; charset=utf-8')
      .send(email.html || asHtml(email.text))
  })
}

function asHtml(text: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Mail</title><pre>${escapeHtml(text)}</pre>`
}
