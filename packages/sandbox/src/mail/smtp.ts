import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { newId } from '../platform/ids.ts'
import { getPort, openPort } from '../platform/ports.ts'
import type { Mailbox } from './mailbox.ts'

export interface SmtpServer {
  port: number
  close(): Promise<void>
}

const MAX_EMAIL_BYTES = 20 * 1024 * 1024

/** A real SMTP server for any recipient, without authentication or TLS. */
export async function openSmtpServer(options: {
  host: string
  port: number
  mailbox: Mailbox
  /** Receives mail to support as it is. */
  onSupportMail(raw: Buffer): void
  now(): number
}): Promise<SmtpServer> {
  const { mailbox, onSupportMail, now } = options
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    hideSTARTTLS: true,
    size: MAX_EMAIL_BYTES,
    closeTimeout: 200,
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) => (stream.sizeExceeded ? Promise.reject(new TooLarge()) : accept(raw, session)))
        .then(() => done(null))
        .catch((error: Error) => done(error))
    },
  })
  // A client disconnecting early must not crash the sandbox.
  server.on('error', () => {})

  async function accept(raw: Buffer, { envelope }: SMTPServerSession): Promise<void> {
    const mail = await PostalMime.parse(raw)
    const from = mail.from?.address ?? (envelope.mailFrom ? envelope.mailFrom.address : '')
    for (const { address } of envelope.rcptTo) {
      if (/^support[+@]/i.test(address)) onSupportMail(raw)
      mailbox.add({
        id: newId('mail_', 16),
        to: address,
        from,
        fromName: mail.from?.name ?? '',
        replyTo: mail.replyTo?.[0]?.address ?? '',
        messageId: mail.messageId ?? '',
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        receivedAt: new Date(now()).toISOString(),
      })
    }
  }

  await openPort(server.server, options.port, options.host, 'SMTP_PORT')
  return {
    port: getPort(server.server),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

class TooLarge extends Error {
  readonly responseCode = 552
  constructor() {
    super('The email is too large')
  }
}
