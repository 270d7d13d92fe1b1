/** Emails about an operator's own access, in case somebody else used or changed it. `email-notice.ts` sends them. */
import { operatorRoles } from '@playhub/contract/operator'
import * as z from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

export const noticeKind = 'operators.email-notice'

const about = { operatorId: z.string(), at: z.int() }
export const NoticePayload = z.discriminatedUnion('notice', [
  z.object({ ...about, notice: z.literal('new-device'), sessionId: z.string() }),
  z.object({
    ...about,
    notice: z.literal('roles-changed'),
    grants: z.array(z.object({ role: z.enum(operatorRoles), project: z.string() })),
  }),
  z.object({ ...about, notice: z.enum(['password-changed', 'two-factor-changed']) }),
])
export type Notice = z.infer<typeof NoticePayload>

/** Files the email within the transaction of what it tells. */
export function enqueueNotice({ jobs }: { jobs: Jobs }, tx: Tx, notice: Notice): Promise<void> {
  return jobs.enqueue(tx, { kind: noticeKind, payload: notice })
}
