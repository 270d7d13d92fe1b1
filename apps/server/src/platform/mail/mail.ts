import { createTransport } from 'nodemailer'
import { SECOND_MS } from '../clock.ts'

export type Email = {
  to: string
  /** Who gets what is written in reply; the sender when left out. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
}
type Attachment = { filename: string; content: Buffer; contentType: string }

export type Mail = {
  /** Hands a letter to the mail server. @throws when it does not take it: call it from a job that tries again. */
  send(letter: Email): Promise<void>
  close(): void
}

/**
 * @param smtpUrl  `smtp://user:password@host:port`, or `smtps://…`.
 * @param from     The sender that players see, such as `Playhub <hello@example.org>`.
 */
export function createMail({ smtpUrl, from }: { smtpUrl: string; from: string }): Mail {
  const transport = createTransport(pooled(smtpUrl), { from })
  return {
    send: async (letter) => void (await transport.sendMail(letter)),
    close: () => transport.close(),
  }
}

/** The mailer reads its options from the address alone once it is given one. */
function pooled(smtpUrl: string): string {
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
