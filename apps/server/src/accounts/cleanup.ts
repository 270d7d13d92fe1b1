import { deleteAssertionsExpiredBefore } from '../platform/authentication/used-assertion-store.ts'
import { DAY_MS } from '../platform/clock.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { deleteSigningKeysExpiredBefore } from '../platform/keys/signing-key-store.ts'
import { deleteCountersStartedBefore } from '../platform/limits/counter-store.ts'
import { deleteAccountChangesExpiredBefore } from './account-changes/account-change-store.ts'
import { deleteSolutionsExpiredBefore } from './captcha/captcha-store.ts'
import { deleteCodesRequestedBefore } from './codes/code-store.ts'
import type { Deps } from './deps.ts'
import { registrationTtlMs } from './email-login/registration.ts'
import { deleteRegistrationsRequestedBefore } from './email-login/registration-store.ts'
import { deleteResetTicketsExpiredBefore } from './email-login/reset-ticket-store.ts'
import { deleteLoginSessionsExpiredBefore } from './login-sessions/login-session-store.ts'
import { enqueueOverdueErasures } from './profile/erasure.ts'
import { deleteFlowsExpiredBefore } from './social-login/flow/flow-store.ts'

/** Deletes expired rows every hour, so that personal data is not kept longer than needed. */
export function scheduleCleanup(deps: Deps): Promise<void> {
  return scheduleHourly(deps, 'accounts.cleanup', async () => {
    await deleteExpired(deps)
    await enqueueOverdueErasures(deps)
  })
}

async function deleteExpired({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  await deleteSolutionsExpiredBefore(db, now)
  await deleteCodesRequestedBefore(db, now - registrationTtlMs)
  await deleteRegistrationsRequestedBefore(db, now - registrationTtlMs)
  await deleteResetTicketsExpiredBefore(db, now)
  await deleteCountersStartedBefore(db, now - DAY_MS)
  await deleteLoginSessionsExpiredBefore(db, now)
  await deleteFlowsExpiredBefore(db, now)
  await deleteAssertionsExpiredBefore(db, now)
  await deleteAccountChangesExpiredBefore(db, now)
  await deleteSigningKeysExpiredBefore(db, now)
}
