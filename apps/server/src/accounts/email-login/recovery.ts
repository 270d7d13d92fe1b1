import { limits } from '@playhub/contract'
import { hashToken, newToken } from '../../platform/authentication/random-token.ts'
import { transact } from '../../platform/database/database.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { Refusal } from '../../platform/refusal.ts'
import { noLoginSession, recordAccountChange } from '../account-changes/record-change.ts'
import { findIdentity, insertPassword, retireCredential } from '../account-store.ts'
import { failedAttemptRefusal, resetFailedAttempts, startAttempt } from '../captcha/failed-attempts.ts'
import type { ClientInfo } from '../client-info.ts'
import { checkCode, codeIncorrect } from '../codes/code-check.ts'
import { requestCode } from '../codes/code-request.ts'
import { consumeCode } from '../codes/code-store.ts'
import type { Authentication } from '../login-sessions/authentication.ts'
import { hashNewPassword } from '../passwords/new-password.ts'
import type { EmailLoginDeps } from './login.ts'
import { resetPasswordGuesses } from './password-guesses.ts'
import { consumeResetTicket, findResetTicket, replaceResetTicket } from './reset-ticket-store.ts'

export type RecoveryDeps = EmailLoginDeps & { authentication: Authentication }

/**
 * Emails a recovery code.
 * @throws Refusal USER_NOT_EXIST_RECOVERY_PASSWORD, CODE_RESEND_TOO_SOON, and CAPTCHA_REQUIRED or CAPTCHA_INVALID at
 *   the failed-attempt limit
 */
export async function requestRecovery(
  deps: RecoveryDeps,
  form: { email: string; captcha?: string | undefined },
  client: ClientInfo,
): Promise<void> {
  const email = canonicalEmail(form.email)
  const attempt = await startAttempt(deps, { email, captcha: form.captcha, purpose: 'recovery' }, client)
  if (!(await findIdentity(deps.db, 'mail', email))) {
    throw await failedAttemptRefusal(deps, attempt, 'USER_NOT_EXIST_RECOVERY_PASSWORD', 'recovery', client)
  }
  const { language, ip } = client
  const request = { purpose: 'recovery', email, language, ip } as const
  await transact(deps.db, (tx) => requestCode(deps, tx, request))
}

/**
 * Exchanges a recovery code for a reset ticket, which authorizes setting a new password.
 * @throws Refusal SEND_RECOVERY_PASSWORD_CODE_INCORRECT or CODE_EXPIRED
 */
export async function exchangeRecoveryCode(
  deps: RecoveryDeps,
  form: { email: string; code: string },
  client: ClientInfo,
): Promise<string> {
  const { db, clock } = deps
  const email = canonicalEmail(form.email)
  const code = await checkCode(deps, { purpose: 'recovery', email, code: form.code }, client)
  const ticket = newToken()
  await transact(db, async (tx) => {
    const isConsumed = await consumeCode(tx, code.id)
    const identity = isConsumed && (await findIdentity(tx, 'mail', email))
    if (!identity) throw codeIncorrect('recovery')
    const expiresAt = clock.now() + limits.resetTicketTtlMs
    await replaceResetTicket(tx, { accountId: identity.accountId, hash: hashToken(ticket), expiresAt })
  })
  return ticket
}

export type NewPassword = { email: string; password: string; resetTicket: string }

/**
 * Sets a new password, revokes the player's login sessions and notifies the player by email. The ticket stays valid
 * when the password is refused.
 * @returns  The player id.
 * @throws Refusal RESET_TICKET_INVALID or PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD
 */
export async function activateNewPassword(
  deps: RecoveryDeps,
  form: NewPassword,
  client: ClientInfo,
): Promise<string> {
  const { db, clock, authentication } = deps
  const email = canonicalEmail(form.email)
  const ticket = await findResetTicket(db, email, hashToken(form.resetTicket), clock.now())
  if (!ticket) throw new Refusal('RESET_TICKET_INVALID')
  const { accountId } = ticket
  const hash = await hashNewPassword(deps, accountId, form.password)
  await transact(db, async (tx) => {
    const now = clock.now()
    if (!(await consumeResetTicket(tx, ticket))) throw new Refusal('RESET_TICKET_INVALID')
    await retireCredential(tx, accountId, now)
    await insertPassword(tx, accountId, hash, now)
    await authentication.revokeAll(tx, accountId)
    await resetFailedAttempts(tx, email)
    await resetPasswordGuesses(tx, email)
    const actor = { playerId: accountId, loginSessionId: noLoginSession }
    await recordAccountChange(deps, tx, actor, { kind: 'password-changed' }, client.language)
  })
  return accountId
}
