import type { QueueOptions } from '../jobs/job-queue.ts'

/** Queue for email jobs, except codes, which nothing else may delay. Twice as many as connections: none is idle. */
export const emailQueue: QueueOptions = { name: 'emails', concurrency: 10 }
export const codeEmailQueue: QueueOptions = { name: 'code emails', concurrency: 5 }

export type Email = {
  to: string
  /** Codes have their own connections. Emails to the team count towards no limit. */
  kind?: 'code' | 'team'
  /** Default: the sender. */
  replyTo?: string
  /** Default: a random one. */
  messageId?: string
  subject: string
  text: string
  html: string
}
