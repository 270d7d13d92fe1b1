import type { RefusalCode } from '@playhub/contract'
import { HOUR_MS, secondsUntil } from '../../platform/clock.ts'
import {
  findTwoCounters,
  hashEmail,
  incrementCounter,
  resetCounter,
} from '../../platform/limits/counter-store.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import type { CaptchaPurpose, Captchas } from './captcha.ts'

export type CaptchaDeps = Deps & { captchas: Captchas }

/** Counted from the first failure. */
const windowMs = HOUR_MS
/** Players in a school or on a mobile network share one IP, so its limit is higher. */
const ipLimitFactor = 10

const toAccountSubject = (email: string) => `failed attempts of ${hashEmail(email)}`
const fromIp = (client: ClientInfo) => `failed attempts from ${toIpGroup(client.ip)}`

/** State before a login or recovery attempt. */
export type LoginAttempt = {
  email: string
  limit: number
  isCaptchaSolved: boolean
  hasFailedBefore: boolean
}

/**
 * Requires a captcha once the account or the IP has reached the failed-attempt limit.
 * @throws Refusal CAPTCHA_REQUIRED or CAPTCHA_INVALID
 */
export async function startAttempt(
  { db, clock, captchas, failedAttemptLimit }: CaptchaDeps,
  { email, captcha, purpose }: { email: string; captcha: string | undefined; purpose: CaptchaPurpose },
  client: ClientInfo,
): Promise<LoginAttempt> {
  const limit = failedAttemptLimit(client.project)
  const [account, ip] = [toAccountSubject(email), fromIp(client)]
  const failures = await findTwoCounters(db, account, ip, clock.now() - windowMs)
  const getCount = (subject: string) => failures.find((counter) => counter.subject === subject)?.count ?? 0
  const accountFailures = getCount(account)
  const isAtLimit = accountFailures >= limit || getCount(ip) >= limit * ipLimitFactor
  if (isAtLimit) await captchas.verify(captcha, purpose)
  return { email, limit, isCaptchaSolved: isAtLimit, hasFailedBefore: accountFailures > 0 }
}

/** Counts a failure for the account and the IP. Returns the account's count. */
export async function recordFailedAttempt(
  { db, clock }: Deps,
  email: string,
  client: ClientInfo,
): Promise<number> {
  const now = clock.now()
  await incrementCounter(db, fromIp(client), now, now - windowMs)
  const { count } = await incrementCounter(db, toAccountSubject(email), now, now - windowMs)
  return count
}

/** Records a failed attempt. Concurrent attempts past the limit get CAPTCHA_REQUIRED and learn nothing. */
export async function failedAttemptRefusal(
  deps: Deps,
  { email, limit, isCaptchaSolved }: LoginAttempt,
  code: RefusalCode,
  purpose: CaptchaPurpose,
  client: ClientInfo,
): Promise<Refusal> {
  const failures = await recordFailedAttempt(deps, email, client)
  if (failures > limit && !isCaptchaSolved) return new Refusal('CAPTCHA_REQUIRED', { purpose })
  return new Refusal(code, { captchaRequired: failures >= limit })
}

export function resetFailedAttempts(db: Deps['db'], email: string): Promise<void> {
  return resetCounter(db, toAccountSubject(email))
}

const toPasswordChangeSubject = (playerId: string) => `password changes of ${playerId}`

/**
 * Counts a password change before it is attempted, so concurrent requests cannot exceed the limit. Separate from the
 * failed-login counter: an attacker must not be able to block a player's password change.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function countPasswordChange(
  { db, clock, failedAttemptLimit }: Deps,
  playerId: string,
  client: ClientInfo,
): Promise<void> {
  const now = clock.now()
  const { count, since } = await incrementCounter(db, toPasswordChangeSubject(playerId), now, now - windowMs)
  if (count <= failedAttemptLimit(client.project)) return
  const retryInSeconds = secondsUntil(since + windowMs, now)
  throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds })
}

export function resetPasswordChanges(db: Deps['db'], playerId: string): Promise<void> {
  return resetCounter(db, toPasswordChangeSubject(playerId))
}
