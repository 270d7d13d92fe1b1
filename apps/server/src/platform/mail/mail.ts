import { setTimeout as delay } from 'node:timers/promises'
import { SpanKind } from '@opentelemetry/api'
import { createTransport } from 'nodemailer'
import { Counter, type Registry } from 'prom-client'
import { SECOND_MS } from '../clock.ts'
import { FinalError } from '../final-error.ts'
import type { Log } from '../observability/log.ts'
import { inSpan } from '../tracing/spans.ts'
import { Unavailable } from '../unavailable.ts'
import type { Sender } from '../variable-rules.ts'
import type { Email } from './email.ts'
import { describeSmtpFailure, type SmtpFailure, smtpProblem, toSmtpFailure } from './smtp-failure.ts'

export type Mail = {
  /**
   * Hands an email to the mail server. Call it from a job, which retries.
   * @throws FinalError when the server refuses the email for good, another error when it may accept it later
   */
  send(email: Email): Promise<void>
  close(): void
}

type Options = {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  smtpUrl: string
  from: Sender
  /** Name for senders without one. */
  senderName(): string
  /** Prefix for every subject, on a hub that is not for players. */
  subjectPrefix?: string
}

/** Emails throw `Unavailable` while the mail server does not respond. It is probed every two seconds until it does. */
export function createMail({ smtpUrl, from, senderName, subjectPrefix = '' }: Options, log?: Log): Mail {
  const transport = openTransport(smtpUrl)
  const codeTransport = openTransport(smtpUrl)
  const stopping = new AbortController()
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
    const failure = await verify(transport)
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
      const message = { ...email, subject: subjectPrefix + email.subject, from: sender() }
      try {
        await (kind === 'code' ? codeTransport : transport).sendMail(message)
      } catch (error) {
        const failure = toSmtpFailure(error)
        if (isOutage(failure)) throw beginOutage(failure)
        const reason = describeSmtpFailure(failure)
        throw smtpProblem(failure) === 'refused' ? new FinalError(reason) : new Error(reason)
      }
    },
    close() {
      stopping.abort()
      transport.close()
      codeTransport.close()
    },
  }
}

/** Keeps connections open between emails. */
const openTransport = (url: string) =>
  createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  })

/** Connects and logs in. */
async function verify(transport: ReturnType<typeof openTransport>): Promise<SmtpFailure | null> {
  try {
    await transport.verify()
    return null
  } catch (error) {
    return toSmtpFailure(error)
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
export async function checkMailServer(smtpUrl: string): Promise<string | null> {
  const failure = await verify(openTransport(smtpUrl))
  return failure && describeSmtpFailure(failure, `The server ${new URL(smtpUrl).host}`)
}
