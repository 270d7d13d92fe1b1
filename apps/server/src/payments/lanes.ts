import type { Lane } from '../platform/job-lane.ts'

/** Working what providers tell: it waits for nothing but them. */
export const settlementLane: Lane = { name: 'settlement', slots: 32 }

/** A game server may take its time to answer, so there is room for many. */
export const webhookLane = (project: string): Lane => ({ name: `webhooks of ${project}`, slots: 32 })

/** Drawing is work for the processor, and nobody waits for a letter. */
export const receiptLane: Lane = { name: 'receipts', slots: 2 }
