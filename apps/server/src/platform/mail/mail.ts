import { Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { Counter, type Registry } from 'prom-client'
import { SECOND_MS } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import { inSpan } from '../tracing/tracer.ts'
import { Unavailable } from '../unavailable.ts'

export type Email = {
  to: string
  /** Default: the sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
}

export type Mail = {
  /** Hands an email to the mail server. @throws when the server rejects it, so call it from a job that retries. */
  send(email: Email): Promise<void>
  close(): void
}

type Options = {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  smtpUrl: string
  /** The sender that players see, such as `Playhub <hello@example.org>`, or an address alone. */
  from: string
  /** The name before an address alone. */
  senderName(): string
  /** Before every subject, on a hub that is not for players. */
  subjectPrefix?: string
}

/** Emails throw `Unavailable` while the mail server does not answer. It is tried every two seconds until it does. */
export function createMail({ smtpUrl, from, senderName, subjectPrefix = '' }: Options, log?: Log): Mail {
  const transport = createTransport(withPoolOptions(smtpUrl))
  transport.use('stream', ({ message }, done) => {
    message.transform(joinChunks)
    done()
  })
  const stopping = new AbortController()
  let untilBack: Promise<void> | undefined

  const sender = () => (from.includes('<') ? from : { name: senderName(), address: from })

  async function waitUntilBack(reason: string): Promise<void> {
    log?.error({ reason }, 'The mail server does not answer; emails wait until it does')
    do await delay(probeIntervalMs, undefined, { signal: stopping.signal, ref: false })
    while (!(await answers()))
    log?.warn('The mail server answers again')
  }

  async function answers(): Promise<boolean> {
    return transport.verify().catch((error) => !isUnreachable(error))
  }

  function beginOutage(cause: unknown): Unavailable {
    untilBack ??= waitUntilBack((cause as { code: string }).code).finally(() => (untilBack = undefined))
    // The hub stops before the server is back.
    untilBack.catch(() => {})
    return new Unavailable('The mail server does not answer', untilBack, { cause })
  }

  return {
    async send(email) {
      try {
        await transport.sendMail({ ...email, subject: subjectPrefix + email.subject, from: sender() })
      } catch (error) {
        throw isUnreachable(error) ? beginOutage(error) : error
      }
    },
    close() {
      stopping.abort()
      transport.close()
    },
  }
}

/** Nodemailer would write each of some twenty chunks of a message to the socket: 0.89 instead of 0.73 ms of CPU an email. */
function joinChunks(): Transform {
  const chunks: Buffer[] = []
  return new Transform({
    transform(chunk, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    flush(done) {
      done(null, Buffer.concat(chunks))
    },
  })
}

const probeIntervalMs = 2 * SECOND_MS
const unreachableCodes = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ESOCKET',
  'ETIMEDOUT',
])
const serviceNotAvailable = 421

function isUnreachable(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return responseCode === serviceNotAvailable || unreachableCodes.has(code ?? '')
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
    maxConnections: 5,
    connectionTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  }
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, String(value))
  return url.href
}
