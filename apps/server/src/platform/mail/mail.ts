import { createTransport } from 'nodemailer'
import { Counter, type Registry } from 'prom-client'
import { SECOND_MS } from '../clock.ts'
import { inSpan } from '../tracing/tracer.ts'

export type Email = {
  to: string
  /** Default: the sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
}
type Attachment = { filename: string; content: Buffer; contentType: string }

export type Mail = {
  /** Hands an email to the mail server. @throws when the server rejects it, so call it from a job that retries. */
  send(email: Email): Promise<void>
  close(): void
}

/**
 * @param smtpUrl  `smtp://user:password@host:port`, or `smtps://…`.
 * @param from     The sender that players see, such as `Playhub <hello@example.org>`.
 */
export function createMail({ smtpUrl, from }: { smtpUrl: string; from: string }): Mail {
  const transport = createTransport(withPoolOptions(smtpUrl), { from })
  return {
    send: async (email) => void (await transport.sendMail(email)),
    close: () => transport.close(),
  }
}

/** Counts the emails by whether the mail server accepted them. */
export function observeMail(mail: Mail, registry: Registry): Mail {
  const emails = new Counter({
    name: 'playhub_emails_total',
    help: 'Emails handed to the mail server, by outcome: accepted or failed',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of ['accepted', 'failed']) emails.inc({ outcome }, 0)
  return {
    ...mail,
    async send(email) {
      try {
        await inSpan({ name: 'email', kind: 'client' }, () => mail.send(email))
        emails.inc({ outcome: 'accepted' })
      } catch (error) {
        emails.inc({ outcome: 'failed' })
        throw error
      }
    },
  }
}

/** Connects and signs in. @throws when the server cannot be reached or refuses */
export async function verifyMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport(withPoolOptions(smtpUrl))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Nodemailer ignores other options when it is given a URL, so they travel in its query. */
function withPoolOptions(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  const options = {
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  }
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, String(value))
  return url.href
}
