import type { InterfaceLanguage } from '@playhub/contract'
import { HOUR_MS, SECOND_MS, secondsUntil } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { hashEmail, incrementCounter } from '../../platform/limits/counter-store.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { codeEmailJob } from '../queued-emails.ts'
import type { CodePurpose, CodeRow } from '../tables.ts'
import { maxCodeTriesInTotal, resendDelayMs } from './code.ts'
import { findCode, replaceCode } from './code-store.ts'

export type CodeRequest = {
  purpose: CodePurpose
  email: string
  language: InterfaceLanguage
  /** The client's IP. */
  ip: string
}

/**
 * These limits prevent mailbox flooding. The limit per IP is lower, so an attacker cannot use up the owner's emails.
 */
const emailsPerHour = 20
const emailsPerHourFromOneIp = 5

const emailsTo = ({ purpose, email }: CodeRequest) => `${purpose} emails to ${hashEmail(email)}`
const emailsFrom = (request: CodeRequest) => `${emailsTo(request)} from ${toIpGroup(request.ip)}`

/** Time until another code may be requested. */
export const resendInSeconds = resendDelayMs / SECOND_MS

/**
 * Requests an email with a new code; the previous code becomes invalid.
 * @param tx  The caller's transaction: no email is sent if it rolls back.
 * @throws Refusal CODE_RESEND_TOO_SOON with `retryInSeconds`, and `isCodeValid` if an earlier code still works
 */
export async function requestCode({ jobs, clock }: Deps, tx: Db, request: CodeRequest): Promise<void> {
  const now = clock.now()
  const last = await rejectIfTooSoon(tx, request, now)
  const id = newId()
  const blank = { hash: null, expiresAt: null, tries: 0, requestedAt: now }
  const { purpose, email, language } = request
  if (!(await replaceCode(tx, { id, purpose, email, language, ...blank }, now - resendDelayMs)))
    throw tooSoon(resendInSeconds, true)
  for (const [subject, limit] of [
    [emailsFrom(request), emailsPerHourFromOneIp],
    [emailsTo(request), emailsPerHour],
  ] as const) {
    const emails = await incrementCounter(tx, subject, now, now - HOUR_MS)
    if (emails.count > limit) throw tooSoon(secondsUntil(emails.since + HOUR_MS, now), isValid(last, now))
  }
  await jobs.enqueue(tx, codeEmailJob(id))
}

/**
 * @returns  The previous request's code.
 * @throws Refusal CODE_RESEND_TOO_SOON
 */
export async function rejectIfTooSoon(
  db: Db,
  { purpose, email }: Pick<CodeRequest, 'purpose' | 'email'>,
  now: number,
): Promise<CodeRow | undefined> {
  const last = await findCode(db, purpose, email)
  if (last && last.requestedAt > now - resendDelayMs) {
    throw tooSoon(secondsUntil(last.requestedAt + resendDelayMs, now), isValid(last, now))
  }
  return last
}

/** True while the code can be entered. It has no hash until its email is sent. */
function isValid(code: CodeRow | undefined, now: number): boolean {
  if (!code) return false
  return code.expiresAt === null || (code.expiresAt > now && code.tries < maxCodeTriesInTotal)
}

function tooSoon(retryInSeconds: number, isCodeValid: boolean): Refusal {
  return new Refusal('CODE_RESEND_TOO_SOON', { retryInSeconds, isCodeValid })
}
