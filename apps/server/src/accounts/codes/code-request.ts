import type { InterfaceLanguage } from '@playhub/contract'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { findCounters, incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { type CodePurpose, resendDelayMs } from './code.ts'
import { mailCodeJob } from './code-email.ts'
import { findCode, replaceCode } from './code-store.ts'

export type CodeRequest = { purpose: CodePurpose; email: string; language: InterfaceLanguage }

/** A mailbox is not to be flooded by strangers, and six digits are not to be guessed by asking again and again. */
const lettersPerHour = 5
const wrongCodesPerDay = 20

const lettersTo = ({ purpose, email }: CodeRequest) => `${purpose} letters to ${email}`
const wrongCodesOf = (purpose: CodePurpose, email: string) => `wrong ${purpose} codes of ${email}`

/** How long until a player may ask for another letter. */
export const resendInSeconds = resendDelayMs / SECOND_MS

/**
 * Asks for a letter with a new code, which ends the last one.
 * @param tx  The transaction of what the code is for: without it no letter goes out.
 * @throws Refusal CODE_RESEND_TOO_SOON with `retryInSeconds`
 */
export async function requestCode({ jobs, clock }: Deps, tx: Db, request: CodeRequest): Promise<void> {
  const now = clock.now()
  await refuseTooSoon(tx, request, now)
  const id = newId()
  const blank = { hash: null, expiresAt: null, tries: 0, requestedAt: now }
  if (!(await replaceCode(tx, { id, ...request, ...blank }, now - resendDelayMs)))
    throw tooSoon(resendDelayMs)
  const letters = await incrementCounter(tx, lettersTo(request), now, now - HOUR_MS)
  if (letters.count > lettersPerHour) throw tooSoon(letters.since + HOUR_MS - now)
  await jobs.enqueue(tx, { kind: mailCodeJob, payload: { codeId: id } })
}

/** @throws Refusal CODE_RESEND_TOO_SOON */
export async function refuseTooSoon(db: Db, { purpose, email }: CodeRequest, now: number): Promise<void> {
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
