import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from '../assets.ts'
import type { Inbox } from '../game-server/inbox.ts'
import type { Mail, Mailbox } from '../mail/mailbox.ts'
import type { PaymentProvider } from '../payments.ts'

const SHOWN = 30

/** The page for people, and the one answer it polls. */
export function peopleRoutes(
  app: FastifyInstance,
  { providers, mailbox, inbox }: { providers: PaymentProvider[]; mailbox: Mailbox; inbox: Inbox },
): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/': 'people.html',
    '/people/people.js': 'people.js',
    '/people/words.js': 'words.js',
    '/people/people.css': 'people.css',
  })
  app.get('/people/overview', () => ({
    payments: providers
      .flatMap((provider) => provider.details(SHOWN))
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, SHOWN),
    mails: mailbox.list().slice(0, SHOWN).map(withoutHtml),
    webhooks: inbox.webhooks().slice(0, SHOWN),
  }))
}

/** A letter's own page shows its HTML; the list only needs the words. */
function withoutHtml({ html: _html, ...mail }: Mail): Omit<Mail, 'html'> {
  return mail
}
