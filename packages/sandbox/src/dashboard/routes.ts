import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Inbox } from '../game-server/inbox.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import { serveFiles } from '../pages/assets.ts'
import { newestFirst, type PaymentEmulator } from '../payments/emulator.ts'

const MAX_ROWS = 30

/** The dashboard page and the overview it polls. */
export function dashboardRoutes(
  app: FastifyInstance,
  { emulators, mailbox, inbox }: { emulators: PaymentEmulator[]; mailbox: Mailbox; inbox: Inbox },
): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/': 'dashboard.html',
    '/dashboard/dashboard.js': 'dashboard.js',
    '/dashboard/messages.js': 'messages.js',
    '/dashboard/dashboard.css': 'dashboard.css',
  })
  app.get('/dashboard/overview', () => ({
    payments: newestFirst(emulators.flatMap((emulator) => emulator.list(MAX_ROWS))).slice(0, MAX_ROWS),
    emails: mailbox
      .list()
      .slice(0, MAX_ROWS)
      .map(({ html: _html, ...email }) => email),
    webhooks: inbox.webhooks().slice(0, MAX_ROWS),
  }))
}
