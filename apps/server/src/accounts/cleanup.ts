import { DAY_MS } from '../platform/clock.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { deleteCountersStartedBefore } from '../platform/limits/counter-store.ts'
import { deleteSolutionsExpiredBefore } from './captcha/captcha-store.ts'
import { deleteCodesRequestedBefore } from './codes/code-store.ts'
import type { Deps } from './deps.ts'
import { registrationLifeMs } from './email-sign-in/registration.ts'
import { deleteRegistrationsRequestedBefore } from './email-sign-in/registration-store.ts'
import { deleteResetTicketsExpiredBefore } from './email-sign-in/reset-ticket-store.ts'
import { deleteLoginSessionsExpiredBefore } from './login-sessions/login-session-store.ts'
import { deleteFlowsExpiredBefore } from './oauth/flow-store.ts'
import { planOverdueErasures } from './profile/erasure.ts'
import { deleteProofsExpiredBefore } from './provider-login/used-proof-store.ts'

/** Throws away, every hour, what time has made useless: nobody's address stays longer than it is needed. */
export function startSweeping(deps: Deps): Promise<void> {
  return scheduleHourly(deps, 'accounts.sweep', async () => {
    await sweep(deps)
    await planOverdueErasures(deps)
  })
}

async function sweep({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  await deleteSolutionsExpiredBefore(db, now)
  await deleteCodesRequestedBefore(db, now - registrationLifeMs)
  await deleteRegistrationsRequestedBefore(db, now - registrationLifeMs)
  await deleteResetTicketsExpiredBefore(db, now)
  await deleteCountersStartedBefore(db, now - DAY_MS)
  await deleteLoginSessionsExpiredBefore(db, now)
  await deleteFlowsExpiredBefore(db, now)
  await deleteProofsExpiredBefore(db, now)
}
