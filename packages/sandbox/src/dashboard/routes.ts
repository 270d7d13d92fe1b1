import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Inbox } from '../game-server/inbox.ts'
import type { Mail, Mailbox } from '../mail/mailbox.ts'
import { serveFiles } from '../pages/assets.ts'
import type { PaymentProvider } from '../payments/emulator.ts'

const SHOWN = 30

/** The dashboard page and the overview that it polls. */
export function dashboardRoutes(
  app: FastifyInstance,
  { providers, mailbox, inbox }: { providers: PaymentProvider[]; mailbox: Mailbox; inbox: Inbox },
): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/': 'dashboard.html',
    '/dashboard/dashboard.js': 'dashboard.js',
    '/dashboard/messages.js': 'messages.js',
    '/dashboard/dashboard.css': 'dashboard.css',
  })
  app.get('/dashboard/overview', () => ({
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
