import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import { deleteSolutionsExpiredBefore } from './captcha-store.ts'
import { deleteCodesRequestedBefore } from './code-store.ts'
import type { Deps } from './deps.ts'
import { deleteLoginSessionsExpiredBefore } from './login-session-store.ts'
import { registrationLifeMs } from './registration.ts'
import { deleteRegistrationsRequestedBefore } from './registration-store.ts'
import { deleteResetTicketsExpiredBefore } from './reset-ticket-store.ts'
import { deleteTalliesBegunBefore } from './tally-store.ts'

const sweepJob = 'accounts.sweep'

/** Throws away, every hour, what time has made useless: nobody's address stays longer than it is needed. */
export async function startSweeping(deps: Deps): Promise<void> {
  deps.jobs.define(sweepJob, {
    async run() {
      await sweep(deps)
      await enqueueNextSweep(deps)
    },
  })
  await enqueueNextSweep(deps)
}

async function enqueueNextSweep({ db, clock, jobs }: Deps): Promise<void> {
  const runAt = (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS
  // The hour is part of the key: the job that runs still holds its own, and every hub of one database asks for the same.
  await jobs.enqueue(db, { kind: sweepJob, payload: {}, runAt, dedupeKey: `${sweepJob} at ${runAt}` })
}

async function sweep({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  await deleteSolutionsExpiredBefore(db, now)
  await deleteCodesRequestedBefore(db, now - registrationLifeMs)
  await deleteRegistrationsRequestedBefore(db, now - registrationLifeMs)
  await deleteResetTicketsExpiredBefore(db, now)
  await deleteTalliesBegunBefore(db, now - DAY_MS)
  await deleteLoginSessionsExpiredBefore(db, now)
}
