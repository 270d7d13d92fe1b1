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
import { foldChangedNames } from './operator/player-search-store.ts'
import { enqueueOverdueErasures } from './profile/erasure.ts'
import { deleteFlowsExpiredBefore } from './social-login/flow/flow-store.ts'

/** Every hour, deletes expired rows, so personal data is not kept longer than needed, and folds changed names. */
export function scheduleCleanup(deps: Deps): Promise<void> {
  const { db, clock } = deps
  return scheduleHourly(
    deps,
    'accounts.cleanup',
    () => deleteSolutionsExpiredBefore(db, clock.now()),
    () => deleteCodesRequestedBefore(db, clock.now() - registrationTtlMs),
    () => deleteRegistrationsRequestedBefore(db, clock.now() - registrationTtlMs),
    () => deleteResetTicketsExpiredBefore(db, clock.now()),
    () => deleteCountersStartedBefore(db, clock.now() - DAY_MS),
    () => deleteLoginSessionsExpiredBefore(db, clock.now()),
    () => deleteFlowsExpiredBefore(db, clock.now()),
    () => deleteAssertionsExpiredBefore(db, clock.now()),
    () => deleteAccountChangesExpiredBefore(db, clock.now()),
    () => deleteSigningKeysExpiredBefore(db, clock.now()),
    () => enqueueOverdueErasures(deps),
    () => foldChangedNames(db),
  )
}
