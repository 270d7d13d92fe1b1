import { setTimeout as delay } from 'node:timers/promises'
import { SpanKind } from '@opentelemetry/api'
import type { Finding } from '@playhub/contract/operator/sentences/checks'
import { Counter, type Registry } from 'prom-client'
import { SECOND_MS } from '../clock.ts'
import { FinalError } from '../final-error.ts'
import type { Log } from '../observability/log.ts'
import { inSpan } from '../tracing/spans.ts'
import { Unavailable } from '../unavailable.ts'
import type { Sender } from '../variable-rules.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'
import type { Email } from './email.ts'
import { describeSmtpFailure, type SmtpFailure, smtpProblem, toSmtpFinding } from './smtp-failure.ts'
import type { SmtpTask } from './smtp-worker.ts'

export type Mail = {
  /**
   * Hands an email to the mail server. Call it from a job, which retries.
   * @throws FinalError when the server refuses the email for good, another error when it may accept it later
   */
  send(email: Email): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  smtpUrl: string
  from: Sender
  /** Name for senders without one. */
  senderName(): string
  /** Prefix for every subject, on a hub closed to players. */
  subjectPrefix?: string
}

/** One thread serves all hubs in a process. Most of its tasks wait for the mail server. */
const smtp = createWorkerPool<SmtpTask, SmtpFailure | null>(
  new URL('./smtp-worker.ts', import.meta.url),
  1,
  // Exceeds the email jobs in all queues.
  64,
)
let clientCount = 0

/** Emails throw `Unavailable` while the mail server does not respond. It is probed every two seconds until it does. */
export function createMail({ smtpUrl, from, senderName, subjectPrefix = '' }: Options, log?: Log): Mail {
  const client = { id: ++clientCount, smtpUrl }
  const codeClient = { id: ++clientCount, smtpUrl }
  const stopping = new AbortController()
  let hasConnected = false
  let untilBack: Promise<void> | undefined

  const sender = () => ({ name: from.name ?? senderName(), address: from.address })

  async function waitUntilBack(failure: SmtpFailure): Promise<void> {
    const reason = describeSmtpFailure(failure)
    if (smtpProblem(failure) === 'tls')
      log?.error({ reason }, 'The connection to the mail server is not encrypted; emails wait until it is')
    else log?.error({ reason }, 'The mail server does not answer; emails wait until it does')
    do await delay(probeIntervalMs, undefined, { signal: stopping.signal, ref: false })
    while (!(await hasRecovered()))
    log?.warn('The mail server answers again')
  }

  async function hasRecovered(): Promise<boolean> {
    const failure = await smtp.run({ client, action: 'verify' })
    return !(failure && isOutage(failure))
  }

  function beginOutage(failure: SmtpFailure): Unavailable {
    untilBack ??= waitUntilBack(failure).finally(() => (untilBack = undefined))
    // The hub may stop before the server is back.
    untilBack.catch(() => {})
    return new Unavailable('The mail server does not answer', untilBack, {
      cause: new Error(describeSmtpFailure(failure)),
    })
  }

  return {
    async send({ kind, ...email }) {
      const message = {
        ...email,
        subject: subjectPrefix + email.subject,
        from: sender(),
        // Keeps automatic replies away (RFC 3834), and the hub's own mail from its mailbox for support.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Playhub': 'hub' },
      }
      hasConnected = true
      const connections = kind === 'code' ? codeClient : client
      const failure = await smtp.run({ client: connections, action: 'send', message })
      if (!failure) return
      if (isOutage(failure)) throw beginOutage(failure)
      const reason = describeSmtpFailure(failure)
      throw smtpProblem(failure) === 'refused' ? new FinalError(reason) : new Error(reason)
    },
    async close() {
      stopping.abort()
      if (!hasConnected) return
      await Promise.all([client, codeClient].map((each) => smtp.run({ client: each, action: 'close' })))
    },
  }
}

const probeIntervalMs = 2 * SECOND_MS
/**
 * Affects every email and ends without another login attempt: retrying a wrong password every two seconds locks
 * accounts.
 */
function isOutage(failure: SmtpFailure): boolean {
  return ['unreachable', 'tls'].includes(smtpProblem(failure))
}

/** Counts emails by whether the mail server accepted them. */
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
        await inSpan('email', { kind: SpanKind.CLIENT }, () => mail.send(email))
        emails.inc({ outcome: 'accepted' })
      } catch (error) {
        emails.inc({ outcome: 'failed' })
        throw error
      }
    },
  }
}

/** Connects and logs in. @returns  what is wrong, or null */
export async function checkMailServer(smtpUrl: string): Promise<Finding | null> {
  const client = { id: ++clientCount, smtpUrl }
  const failure = await smtp.run({ client, action: 'verify' })
  await smtp.run({ client, action: 'close' })
  return failure && toSmtpFinding(failure, new URL(smtpUrl).host)
}
