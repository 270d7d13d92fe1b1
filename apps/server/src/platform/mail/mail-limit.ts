import { type Clock, HOUR_MS, SECOND_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { RetryLater } from '../jobs/job-kind.ts'
import { findCounter, hashEmail, incrementCounter } from '../limits/counter-store.ts'
import { Refusal } from '../refusal.ts'
import type { Email } from './email.ts'
import type { Mail } from './mail.ts'

/** Per recipient, across all kinds. Codes have a reserve of their own. */
const maxEmailsPerHour = { other: 20, code: 40 }

/** Why such an email waits. */
export const tooManyEmails = 'The recipient has many emails within an hour'

/** Limits what one mailbox receives: further emails wait until an hour after the first. Call it from a job. */
export function limitMail(mail: Mail, { db, clock }: { db: Db; clock: Clock }): Mail {
  async function sendLimited(email: Email, kind: keyof typeof maxEmailsPerHour): Promise<void> {
    const now = clock.now()
    const subject = `emails to ${hashEmail(email.to)}`
    const sent = await findCounter(db, subject, now - HOUR_MS)
    if (sent && sent.count >= maxEmailsPerHour[kind])
      throw new RetryLater(tooManyEmails, sent.since + HOUR_MS - now)
    await mail.send(email)
    await incrementCounter(db, subject, now, now - HOUR_MS)
  }

  return {
    ...mail,
    send: (email) => (email.kind === 'team' ? mail.send(email) : sendLimited(email, email.kind ?? 'other')),
  }
}

/** Mail for a request, whose caller can act on an unsent email: it throws Refusal EMAIL_NOT_SENT. */
export function refuseUnsent(mail: Mail): Mail {
  return {
    ...mail,
    async send(email) {
      try {
        await mail.send(email)
      } catch (cause) {
        const retryInSeconds = cause instanceof RetryLater ? Math.ceil(cause.delayMs / SECOND_MS) : undefined
        throw new Refusal('EMAIL_NOT_SENT', retryInSeconds === undefined ? undefined : { retryInSeconds }, {
          cause,
        })
      }
    },
  }
}
