import type { QueueOptions } from '../jobs/job-queue.ts'

/** Jobs that send emails, except codes, which nothing else may delay. */
export const emailQueue: QueueOptions = { name: 'emails', concurrency: 5 }
export const codeEmailQueue: QueueOptions = { name: 'code emails', concurrency: 5 }

export type Email = {
  to: string
  /** A code has connections of its own. An email to the team counts towards no limit. */
  kind?: 'code' | 'team'
  /** Default: the sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
}
