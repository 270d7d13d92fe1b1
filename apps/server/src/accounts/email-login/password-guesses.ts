import { HOUR_MS, secondsUntil } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import {
  findCounter,
  hashEmail,
  incrementCounter,
  resetCounter,
} from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { EmailLogin } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { passwordGuessesEmailJob } from '../queued-emails.ts'

/** Captchas make guesses expensive; this also limits attackers who pay. Counted from the first guess. */
const maxWrongPasswordsPerHour = 50

const toWrongPasswordsSubject = (email: string) => `wrong passwords of ${hashEmail(email)}`

/** @throws Refusal TOO_MANY_REQUESTS after too many wrong passwords for the account, whoever entered them */
export async function rejectIfGuessed({ db, clock }: Deps, email: string): Promise<void> {
  const now = clock.now()
  const wrong = await findCounter(db, toWrongPasswordsSubject(email), now - HOUR_MS)
  if (!wrong || wrong.count < maxWrongPasswordsPerHour) return
  const retryInSeconds = secondsUntil(wrong.since + HOUR_MS, now)
  throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds })
}

/** Counts a wrong password. The last allowed one notifies the owner. */
export async function countWrongPassword(
  { db, clock, jobs, log }: Deps,
  email: string,
  { playerId, language }: EmailLogin,
): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    const { count, since } = await incrementCounter(tx, toWrongPasswordsSubject(email), now, now - HOUR_MS)
    if (count !== maxWrongPasswordsPerHour) return
    await jobs.enqueue(tx, passwordGuessesEmailJob(email, language, since + HOUR_MS))
    log.warn({ playerId }, 'Logins by password are suspended after too many wrong passwords')
  })
}

export function resetPasswordGuesses(db: Db, email: string): Promise<void> {
  return resetCounter(db, toWrongPasswordsSubject(email))
}
