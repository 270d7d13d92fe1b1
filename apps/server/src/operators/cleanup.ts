import { DAY_MS } from '../platform/clock.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import type { OperatorsDeps } from './deps.ts'
import { deleteLinksExpiredBefore } from './links/link-store.ts'
import { deletePasswordLinksExpiredBefore } from './new-password/password-link-store.ts'
import { deleteSessionsExpiredBefore } from './sessions/session-store.ts'

/** Sessions have IPs. The audit log keeps who logged in, and when. */
const sessionRetentionMs = 90 * DAY_MS

export function scheduleCleanup(deps: OperatorsDeps): Promise<void> {
  const { db, clock } = deps
  return scheduleHourly(
    deps,
    'operators.cleanup',
    () => deleteLinksExpiredBefore(db, clock.now()),
    () => deletePasswordLinksExpiredBefore(db, clock.now()),
    () => deleteSessionsExpiredBefore(db, clock.now() - sessionRetentionMs),
  )
}
