import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'
import type { RequestLimits } from '../platform/limits/request-limits.ts'
import { seedTickets } from './demo/seed-tickets.ts'
import type { Deps } from './deps.ts'
import { defineEmailJobs } from './email-jobs.ts'
import {
  type AttachmentLinks,
  createAttachmentLinks,
  registerAttachmentRoute,
} from './mail-in/attachment-route.ts'
import { registerMailRoute } from './mail-in/mail-route.ts'
import { deleteMailsReceivedBefore } from './mail-in/mail-store.ts'
import { scheduleMailPoll } from './mail-in/poll-mailbox.ts'
import { createMailReceiver } from './mail-in/receive-mail.ts'
import { foldChangedTickets } from './operator/ticket-search.ts'
import { registerSupportRoutes } from './routes.ts'
import { deleteTicketsByPlayer, deleteTicketsClosedBefore } from './ticket-store.ts'

export { exportTickets } from './export-tickets.ts'
export { checkMailbox } from './mail-in/poll-mailbox.ts'

export type Support = {
  registerRoutes(api: Api): void
  /** Adds incoming mail, and links to attachments. */
  registerMailRoutes(app: FastifyInstance, requestLimits: RequestLimits): void
  attachmentLinks: AttachmentLinks
  /** Opens a demo player's tickets. */
  seedTickets(about: { playerId: string; email: string; orderId: string }): Promise<void>
  /** Deletes the player's records within the given transaction. */
  erase(tx: Db, playerId: string): Promise<void>
}

export async function createSupport(deps: Deps): Promise<Support> {
  const { db, config } = deps
  const secret = await loadOrCreateSecret(db, 'support-mail')
  defineEmailJobs(deps, secret)
  await scheduleRetention(deps)
  await scheduleHourly(deps, 'support.ticket-search', () => foldChangedTickets(db))
  const receiveMail = createMailReceiver(deps, secret)
  const { imapUrl } = config.supportMail
  if (imapUrl !== null) await scheduleMailPoll(deps, imapUrl, receiveMail)
  return {
    registerRoutes: (api) => registerSupportRoutes(api, deps),
    registerMailRoutes(app, requestLimits) {
      registerMailRoute(app, deps, { receiveMail, requestLimits })
      registerAttachmentRoute(app, deps, secret)
    },
    attachmentLinks: createAttachmentLinks(secret, config),
    seedTickets: (about) => seedTickets(deps, about),
    erase: deleteTicketsByPlayer,
  }
}

/** Another copy of a mail arrives within days, if at all. */
const receivedMailsMs = 90 * DAY_MS

async function scheduleRetention(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const { ticketsMs } = config.retention
  await scheduleHourly(
    deps,
    'support.retention',
    ...(ticketsMs === null ? [] : [() => deleteTicketsClosedBefore(db, clock.now() - ticketsMs)]),
    () => deleteMailsReceivedBefore(db, clock.now() - receivedMailsMs),
  )
}
