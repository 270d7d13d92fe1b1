import type { RefusalCode } from '@playhub/contract'
import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { addressGroup } from '../../platform/limits/address-group.ts'
import { findCounters, incrementCounter, resetCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import type { CaptchaPurpose } from './captcha.ts'

/** Failures are remembered for an hour from the first. */
const memoryMs = HOUR_MS
/** A school or a mobile network shows many players under one address, so an address may fail more often. */
const accountsPerAddress = 10

const ofAccount = (email: string) => `failed attempts of ${email}`
const fromAddress = (visitor: ClientInfo) => `failed attempts from ${addressGroup(visitor.address)}`

/** What is known of an attempt before it is made. */
export type Attempt = { email: string; limit: number; isRobotChecked: boolean; hasFailedBefore: boolean }

/**
 * Lets an attempt happen: freely below the limit, at it with a solved robot check.
 * @throws Refusal CAPTCHA_REQUIRED or CAPTCHA_INVALID
 */
export async function admitAttempt(
  { db, clock, robotCheck, failedAttemptLimit }: Deps,
  { email, captcha, purpose }: { email: string; captcha: string | undefined; purpose: CaptchaPurpose },
  visitor: ClientInfo,
): Promise<Attempt> {
  const limit = failedAttemptLimit(visitor.project)
  const subjects = [ofAccount(email), fromAddress(visitor)]
  const failures = await findCounters(db, subjects, clock.now() - memoryMs)
  const countOf = (subject: string) => failures.find((tally) => tally.subject === subject)?.count ?? 0
  const ofThisAccount = countOf(ofAccount(email))
  const isAtLimit = ofThisAccount >= limit || countOf(fromAddress(visitor)) >= limit * accountsPerAddress
  if (isAtLimit) await robotCheck.spend(captcha, purpose)
  return { email, limit, isRobotChecked: isAtLimit, hasFailedBefore: ofThisAccount > 0 }
}

/** Counts a failure against the account and the address, and tells how many the account has now. */
export async function recordFailure(
  { db, clock }: Deps,
  email: string,
  visitor: ClientInfo,
): Promise<number> {
  const now = clock.now()
  await incrementCounter(db, fromAddress(visitor), now, now - memoryMs)
  const { count } = await incrementCounter(db, ofAccount(email), now, now - memoryMs)
  return count
}

/**
 * The refusal of an attempt that failed. Parallel attempts that slipped past the limit together learn nothing from it.
 */
export async function refuseFailed(
  deps: Deps,
  { email, limit, isRobotChecked }: Attempt,
  code: RefusalCode,
  purpose: CaptchaPurpose,
  visitor: ClientInfo,
): Promise<Refusal> {
  const failures = await recordFailure(deps, email, visitor)
  if (failures > limit && !isRobotChecked) return new Refusal('CAPTCHA_REQUIRED', { purpose })
  return new Refusal(code, { captchaRequired: failures >= limit })
}

export function forgetFailures(db: Deps['db'], email: string): Promise<void> {
  return resetCounter(db, ofAccount(email))
}

const ofPasswordChange = (playerId: string) => `password changes of ${playerId}`

/**
 * Counts a try to change a password before it is made, so that parallel ones cannot share it. Strangers who fail to
 * sign in count elsewhere: they keep nobody from changing a password.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function admitPasswordChange(
  { db, clock, failedAttemptLimit }: Deps,
  playerId: string,
  visitor: ClientInfo,
): Promise<void> {
  const now = clock.now()
  const { count, since } = await incrementCounter(db, ofPasswordChange(playerId), now, now - memoryMs)
  if (count <= failedAttemptLimit(visitor.project)) return
  const retryInSeconds = Math.ceil((since + memoryMs - now) / SECOND_MS)
  throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds })
}

export function forgetPasswordChanges(db: Deps['db'], playerId: string): Promise<void> {
  return resetCounter(db, ofPasswordChange(playerId))
}
