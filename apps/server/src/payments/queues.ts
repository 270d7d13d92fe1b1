import type { QueueOptions } from '../platform/jobs/job-queue.ts'

/** Working what providers tell: it waits for nothing but them. */
export const settlementQueue: QueueOptions = { name: 'settlement', concurrency: 32 }

/** A game server may take its time to answer, so there is room for many. */
export const webhookQueue = (project: string): QueueOptions => ({
  name: `webhooks of ${project}`,
  concurrency: 32,
})

/** Drawing is work for the processor, and nobody waits for a letter. */
export const receiptQueue: QueueOptions = { name: 'receipts', concurrency: 2 }
