import type { InterfaceLanguage } from '@playhub/contract'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { findCounters, incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { codeEmailJob } from '../email-jobs.ts'
import { type CodePurpose, resendDelayMs } from './code.ts'
import { findCode, replaceCode } from './code-store.ts'

export type CodeRequest = { purpose: CodePurpose; email: string; language: InterfaceLanguage }

/** These prevent flooding a mailbox and guessing codes by requesting new ones. */
const emailsPerHour = 5
const wrongCodesPerDay = 20

const emailsTo = ({ purpose, email }: CodeRequest) => `${purpose} emails to ${email}`
const wrongCodesOf = (purpose: CodePurpose, email: string) => `wrong ${purpose} codes of ${email}`

/** How long until another code may be requested. */
export const resendInSeconds = resendDelayMs / SECOND_MS

/**
 * Requests an email with a new code; the previous code becomes invalid.
 * @param tx  The transaction of the request that needs the code: no email is sent if it rolls back.
 * @throws Refusal CODE_RESEND_TOO_SOON with `retryInSeconds`
 */
export async function requestCode({ jobs, clock }: Deps, tx: Db, request: CodeRequest): Promise<void> {
  const now = clock.now()
  await rejectIfTooSoon(tx, request, now)
  const id = newId()
  const blank = { hash: null, expiresAt: null, tries: 0, requestedAt: now }
  if (!(await replaceCode(tx, { id, ...request, ...blank }, now - resendDelayMs)))
    throw tooSoon(resendDelayMs)
  const emails = await incrementCounter(tx, emailsTo(request), now, now - HOUR_MS)
  if (emails.count > emailsPerHour) throw tooSoon(emails.since + HOUR_MS - now)
  await jobs.enqueue(tx, codeEmailJob(id))
}

/** @throws Refusal CODE_RESEND_TOO_SOON */
export async function rejectIfTooSoon(db: Db, { purpose, email }: CodeRequest, now: number): Promise<void> {
  const last = await findCode(db, purpose, email)
  if (last && last.requestedAt > now - resendDelayMs) throw tooSoon(last.requestedAt + resendDelayMs - now)
  const [wrong] = await findCounters(db, [wrongCodesOf(purpose, email)], now - DAY_MS)
  if (wrong && wrong.count >= wrongCodesPerDay) throw tooSoon(wrong.since + DAY_MS - now)
}

function tooSoon(waitMs: number): Refusal {
  return new Refusal('CODE_RESEND_TOO_SOON', { retryInSeconds: Math.ceil(waitMs / SECOND_MS) })
}

export async function countWrongCode(
  { db, clock }: Deps,
  purpose: CodePurpose,
  email: string,
): Promise<void> {
  const now = clock.now()
  await incrementCounter(db, wrongCodesOf(purpose, email), now, now - DAY_MS)
}
