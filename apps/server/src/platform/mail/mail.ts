import { setTimeout as delay } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import { SECOND_MS } from '../clock.ts'
import type { QueueOptions } from '../jobs/job-queue.ts'
import type { Log } from '../observability/log.ts'
import { inSpan } from '../tracing/tracer.ts'
import { Unavailable } from '../unavailable.ts'
import type { Sender } from '../variable-rules.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'
import type { SmtpFailure, SmtpTask } from './smtp-worker.ts'

/** Jobs that send emails, except codes, which nothing else may delay. */
export const emailQueue: QueueOptions = { name: 'emails', concurrency: 5 }
export const codeEmailQueue: QueueOptions = { name: 'code emails', concurrency: 5 }

export type Email = {
  to: string
  /** A code has connections of its own. An email to the team counts towards no limit. Default: a notice to a player. */
  kind?: 'code' | 'notice' | 'team'
  /** Default: the sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
}

export type Mail = {
  /** Hands an email to the mail server. @throws when the server rejects it, so call it from a job that retries. */
  send(email: Email): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  smtpUrl: string
  from: Sender
  /** The name of a sender without one. */
  senderName(): string
  /** Before every subject, on a hub that is not for players. */
  subjectPrefix?: string
}

/** One thread serves all hubs of a process. It runs many tasks at once, since most of them wait for the mail server. */
const smtp = createWorkerPool<SmtpTask, SmtpFailure | null>(
  new URL('./smtp-worker.ts', import.meta.url),
  1,
  // More than the jobs of all queues that send emails.
  64,
)
let clientCount = 0

/** Emails throw `Unavailable` while the mail server does not answer. It is tried every two seconds until it does. */
export function createMail({ smtpUrl, from, senderName, subjectPrefix = '' }: Options, log?: Log): Mail {
  const client = { id: ++clientCount, smtpUrl }
  const codeClient = { id: ++clientCount, smtpUrl }
  const stopping = new AbortController()
  let hasConnected = false
  let untilBack: Promise<void> | undefined

  const sender = () => ({ name: from.name ?? senderName(), address: from.address })

  async function waitUntilBack(reason: string): Promise<void> {
    log?.error({ reason }, 'The mail server does not answer; emails wait until it does')
    do await delay(probeIntervalMs, undefined, { signal: stopping.signal, ref: false })
    while (!(await answers()))
    log?.warn('The mail server answers again')
  }

  async function answers(): Promise<boolean> {
    const failure = await smtp.run({ client, action: 'verify' })
    return !(failure && isUnreachable(failure))
  }

  function beginOutage({ reason, code = reason }: SmtpFailure): Unavailable {
    untilBack ??= waitUntilBack(code).finally(() => (untilBack = undefined))
    // The hub stops before the server is back.
    untilBack.catch(() => {})
    return new Unavailable('The mail server does not answer', untilBack, { cause: new Error(reason) })
  }

  return {
    async send({ kind, ...email }) {
      const message = { ...email, subject: subjectPrefix + email.subject, from: sender() }
      hasConnected = true
      const failure = await smtp.run({
        client: kind === 'code' ? codeClient : client,
        action: 'send',
        message,
      })
      if (failure) throw isUnreachable(failure) ? beginOutage(failure) : new Error(failure.reason)
    },
    async close() {
      stopping.abort()
      if (!hasConnected) return
      await Promise.all([client, codeClient].map((each) => smtp.run({ client: each, action: 'close' })))
    },
  }
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

function isUnreachable({ code, responseCode }: SmtpFailure): boolean {
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
  const client = { id: ++clientCount, smtpUrl }
  const failure = await smtp.run({ client, action: 'verify' })
  await smtp.run({ client, action: 'close' })
  if (failure) throw new Error(failure.reason)
}
