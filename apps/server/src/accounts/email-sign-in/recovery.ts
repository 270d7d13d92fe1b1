import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findIdentity, insertCredential, retireCredential } from '../account-store.ts'
import { admitAttempt, forgetFailures, refuseFailed } from '../captcha/failed-attempts.ts'
import { checkCode, codeIncorrect } from '../codes/code-check.ts'
import { requestCode } from '../codes/code-request.ts'
import { spendCode } from '../codes/code-store.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import { mailPasswordChangedJob } from '../email-jobs.ts'
import { hashNewPassword } from '../passwords/new-password.ts'
import { canonicalEmail } from './email-address.ts'
import { findResetTicket, replaceResetTicket, spendResetTicket } from './reset-ticket-store.ts'

const ticketLifeMs = 15 * MINUTE_MS

/** 256 random bits need no pepper. */
const hashTicket = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

/**
 * Has a recovery code mailed.
 * @throws Refusal USER_NOT_EXIST_RECOVERY_PASSWORD, CODE_RESEND_TOO_SOON, and at the limit of failed attempts
 *   CAPTCHA_REQUIRED or CAPTCHA_INVALID
 */
export async function requestRecovery(
  deps: Deps,
  form: { email: string; captcha?: string | undefined },
  visitor: ClientInfo,
): Promise<void> {
  const email = canonicalEmail(form.email)
  const attempt = await admitAttempt(deps, { email, captcha: form.captcha, purpose: 'recovery' }, visitor)
  if (!(await findIdentity(deps.db, 'mail', email))) {
    throw await refuseFailed(deps, attempt, 'USER_NOT_EXIST_RECOVERY_PASSWORD', 'recovery', visitor)
  }
  const request = { purpose: 'recovery', email, language: visitor.language } as const
  await transact(deps.db, (tx) => requestCode(deps, tx, request))
}

/**
 * Trades the code from the letter for a ticket, which alone can set a new password.
 * @throws Refusal SEND_RECOVERY_PASSWORD_CODE_INCORRECT or CODE_EXPIRED
 */
export async function tradeRecoveryCode(
  deps: Deps,
  form: { email: string; code: string },
  visitor: ClientInfo,
): Promise<string> {
  const { db, clock } = deps
  const email = canonicalEmail(form.email)
  const code = await checkCode(deps, { purpose: 'recovery', email, code: form.code }, visitor)
  const ticket = randomBytes(32).toString('base64url')
  await transact(db, async (tx) => {
    const isOurs = await spendCode(tx, code.id)
    const identity = isOurs && (await findIdentity(tx, 'mail', email))
    if (!identity) throw codeIncorrect('recovery')
    const expiresAt = clock.now() + ticketLifeMs
    await replaceResetTicket(tx, { accountId: identity.accountId, hash: hashTicket(ticket), expiresAt })
  })
  return ticket
}

export type NewPassword = { email: string; password: string; resetTicket: string }

/**
 * Sets a new password, ends every login session of the player and tells them by mail. A password that was refused
 * leaves the ticket good for another try.
 * @throws Refusal RESET_TICKET_INVALID or PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD
 */
export async function activateNewPassword(deps: Deps, form: NewPassword, visitor: ClientInfo): Promise<void> {
  const { db, clock, jobs, authentication, log } = deps
  const email = canonicalEmail(form.email)
  const ticket = await findResetTicket(db, email, hashTicket(form.resetTicket), clock.now())
  if (!ticket) throw new Refusal('RESET_TICKET_INVALID')
  const { accountId } = ticket
  const hash = await hashNewPassword(deps, accountId, form.password)
  await transact(db, async (tx) => {
    const now = clock.now()
    if (!(await spendResetTicket(tx, ticket))) throw new Refusal('RESET_TICKET_INVALID')
    await retireCredential(tx, accountId, now)
    await insertCredential(tx, { id: newId(), accountId, hash, createdAt: now, replacedAt: null })
    await authentication.revokeAll(tx, accountId)
    await forgetFailures(tx, email)
    await jobs.enqueue(tx, { kind: mailPasswordChangedJob, payload: { email, language: visitor.language } })
  })
  authentication.forget(accountId)
  log.info({ playerId: accountId }, 'A player set a new password')
}
