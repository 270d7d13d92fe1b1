/** Emails about an operator's access, in case somebody else used or changed it. `email-alert.ts` sends them. */
import { operatorRoles } from '@playhub/contract/operator'
import * as z from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { listOtherOwners } from '../roles/role-store.ts'

export const alertKind = 'operators.email-alert'

const about = {
  operatorId: z.string(),
  /** The owner who gets the email; without one it goes to the operator. */
  ownerId: z.string().optional(),
  at: z.int(),
}
export const AlertPayload = z.discriminatedUnion('alert', [
  z.object({ ...about, alert: z.literal('new-device'), sessionId: z.string() }),
  z.object({
    ...about,
    alert: z.literal('roles-changed'),
    grants: z.array(z.object({ role: z.enum(operatorRoles), project: z.string() })),
  }),
  z.object({ ...about, alert: z.enum(['password-changed', 'password-replaced', 'two-factor-changed']) }),
])
export type Alert = z.infer<typeof AlertPayload>

/** Files the emails within the transaction of what they tell: to the operator, and about changes to all other owners. */
export async function enqueueAlert({ jobs }: { jobs: Jobs }, tx: Tx, alert: Alert): Promise<void> {
  await jobs.enqueue(tx, { kind: alertKind, payload: alert })
  if (alert.alert === 'new-device') return
  for (const ownerId of await listOtherOwners(tx, alert.operatorId))
    await jobs.enqueue(tx, { kind: alertKind, payload: { ...alert, ownerId } })
}
