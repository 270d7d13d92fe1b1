import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem, read } from '../platform/problem.ts'
import type { Mail, Mailbox } from './mailbox.ts'

const Search = z.object({ to: z.string().optional() })

export function mailRoutes(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/mail', (_request, reply) => reply.redirect('/#mail'))
  app.get('/mail/messages', (request): Mail[] => mailbox.list(read(Search, request.query).to))
  app.get<{ Params: { id: string } }>('/mail/messages/:id/html', (request, reply) => {
    const mail = mailbox.find(request.params.id)
    if (!mail) throw new Problem(404, 'No such mail')
    // A stranger's mail may not run anything here, nor fetch anything from outside.
    return reply
      .header(
        'content-security-policy',
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      )
      .type('text/html; charset=utf-8')
      .send(mail.html || asHtml(mail.text))
  })
}

function asHtml(text: string): string {
  const safe = text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return `<!doctype html><meta charset="utf-8"><title>Mail</title><pre>${safe}</pre>`
}
