import { isSameHash } from '../../platform/authentication/random-token.ts'
import { DAY_MS, secondsUntil } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { findCounter, hashEmail, incrementCounter } from '../../platform/limits/counter-store.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findIdentity } from '../account-store.ts'
import { recordFailedAttempt } from '../captcha/failed-attempts.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { isKnownNetwork } from '../login-sessions/known-networks.ts'
import { emailCodeGuessesJob } from '../queued-emails.ts'
import type { CodePurpose, CodeRow } from '../tables.ts'
import { codeTtlMs, hashCode, maxCodeTries, maxCodeTriesInTotal } from './code.ts'
import { findCode, incrementTries } from './code-store.ts'

const incorrect = {
  registration: 'SEND_VERIFICATION_CODE_INCORRECT',
  recovery: 'SEND_RECOVERY_PASSWORD_CODE_INCORRECT',
} as const

export const codeIncorrect = (purpose: CodePurpose, details?: { triesLeft: number }) =>
  new Refusal(incorrect[purpose], details)

type EnteredCode = { purpose: CodePurpose; email: string; code: string }

/**
 * Verifies a code. The caller consumes it within the transaction it authorizes. Guesses are limited by IP, so an
 * attacker cannot use up the owner's code or emails.
 * @throws Refusal …CODE_INCORRECT for a wrong code, CODE_EXPIRED when it has expired or no tries are left, and
 *   TOO_MANY_REQUESTS after many wrong codes from the IP
 */
export async function checkCode(deps: Deps, entered: EnteredCode, client: ClientInfo): Promise<CodeRow> {
  const { db, clock, codePepper } = deps
  const { purpose, email, code } = entered
  await rejectIfGuessing(deps, entered, client)
  await rejectIfGuessedTogether(deps, entered, client)
  const last = await findCode(db, purpose, email)
  const triesLeft = last ? maxCodeTries - (await countTry(deps, last, client)) : 0
  const tried = triesLeft >= 0 && (await incrementTries(db, purpose, email, maxCodeTriesInTotal, clock.now()))
  if (!tried) throw last?.hash ? new Refusal('CODE_EXPIRED') : codeIncorrect(purpose)
  if (tried.hash && isSameHash(tried.hash, hashCode(codePepper, tried.id, code))) return tried
  await countWrongCode(deps, entered, client)
  await recordFailedAttempt(deps, email, client)
  throw codeIncorrect(purpose, { triesLeft })
}

/** Counts before comparing the code, so concurrent guesses cannot exceed the limit. @returns  The IP's count. */
async function countTry({ db, clock }: Deps, { id }: CodeRow, { ip }: ClientInfo): Promise<number> {
  const now = clock.now()
  const subject = `tries of the code ${id} from ${toIpGroup(ip)}`
  return (await incrementCounter(db, subject, now, now - 2 * codeTtlMs)).count
}

const wrongCodesPerDay = 20

const toWrongCodesSubject = ({ purpose, email }: EnteredCode, { ip }: ClientInfo) =>
  `wrong ${purpose} codes of ${hashEmail(email)} from ${toIpGroup(ip)}`

async function rejectIfGuessing(
  { db, clock }: Deps,
  entered: EnteredCode,
  client: ClientInfo,
): Promise<void> {
  const now = clock.now()
  const wrong = await findCounter(db, toWrongCodesSubject(entered, client), now - DAY_MS)
  if (!wrong || wrong.count < wrongCodesPerDay) return
  const retryInSeconds = secondsUntil(wrong.since + DAY_MS, now)
  throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds })
}

/** Counts all codes and networks, from the first wrong code on. */
const wrongCodesPerDayInTotal = 50

const toAllWrongCodesSubject = ({ purpose, email }: EnteredCode) =>
  `wrong ${purpose} codes of ${hashEmail(email)}`

/** Once the total is reached, the owner can still recover the account from a known network. */
async function rejectIfGuessedTogether(deps: Deps, entered: EnteredCode, { ip }: ClientInfo): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const wrong = await findCounter(db, toAllWrongCodesSubject(entered), now - DAY_MS)
  if (!wrong || wrong.count < wrongCodesPerDayInTotal) return
  const identity = await findIdentity(db, 'mail', entered.email)
  if (identity && (await isKnownNetwork(deps, identity.accountId, ip))) return
  throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: secondsUntil(wrong.since + DAY_MS, now) })
}

/** The last allowed wrong code notifies the account owner. */
async function countWrongCode(deps: Deps, entered: EnteredCode, client: ClientInfo): Promise<void> {
  const { db, clock, jobs } = deps
  const now = clock.now()
  await incrementCounter(db, toWrongCodesSubject(entered, client), now, now - DAY_MS)
  await transact(db, async (tx) => {
    const { count, since } = await incrementCounter(tx, toAllWrongCodesSubject(entered), now, now - DAY_MS)
    const owner = count === wrongCodesPerDayInTotal && (await findIdentity(tx, 'mail', entered.email))
    if (owner) await jobs.enqueue(tx, emailCodeGuessesJob(owner.accountId, since + DAY_MS))
  })
}
