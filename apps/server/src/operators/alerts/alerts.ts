/** Emails about an operator's own access, in case somebody else used or changed it. `email-alert.ts` sends them. */
import { operatorRoles } from '@playhub/contract/operator'
import * as z from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

export const alertKind = 'operators.email-alert'

const about = { operatorId: z.string(), at: z.int() }
export const AlertPayload = z.discriminatedUnion('alert', [
  z.object({ ...about, alert: z.literal('new-device'), sessionId: z.string() }),
  z.object({
    ...about,
    alert: z.literal('roles-changed'),
    grants: z.array(z.object({ role: z.enum(operatorRoles), project: z.string() })),
  }),
  z.object({ ...about, alert: z.enum(['password-changed', 'two-factor-changed']) }),
])
export type Alert = z.infer<typeof AlertPayload>

/** Files the email within the transaction of what it tells. */
export function enqueueAlert({ jobs }: { jobs: Jobs }, tx: Tx, alert: Alert): Promise<void> {
  return jobs.enqueue(tx, { kind: alertKind, payload: alert })
}
