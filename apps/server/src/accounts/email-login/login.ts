import type { LoggedIn } from '@playhub/contract'
import { verifyPassword } from '../../platform/authentication/passwords/passwords.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { type EmailLogin, findEmailLogin } from '../account-store.ts'
import type { CaptchaDeps } from '../captcha/failed-attempts.ts'
import { failedAttemptRefusal, resetFailedAttempts, startAttempt } from '../captcha/failed-attempts.ts'
import type { ClientInfo } from '../client-info.ts'
import { completeLogin, newLoginSession } from '../login-sessions/login-session.ts'
import { insertLoginSession } from '../login-sessions/login-session-store.ts'
import type { PasswordDeps } from '../passwords/new-password.ts'
import type { TwoFactorDeps } from '../two-factor/login.ts'
import { requireSecondStep } from '../two-factor/login.ts'
import { countWrongPassword, rejectIfGuessed } from './password-guesses.ts'

export type EmailLoginDeps = CaptchaDeps & PasswordDeps & TwoFactorDeps

export type LoginForm = { email: string; password: string; captcha?: string | undefined }

/**
 * Logs a player in with email and password, unless the account uses two-factor.
 * @throws Refusal USER_NOT_EXIST_LOGIN_BY_EMAIL, INVALID_PASSWORD_LOGIN_BY_EMAIL, CAPTCHA_REQUIRED or CAPTCHA_INVALID
 *   at the failed-attempt limit, TOO_MANY_REQUESTS after many wrong passwords within an hour, and
 *   SECOND_FACTOR_REQUIRED
 */
export async function loginByEmail(
  deps: EmailLoginDeps,
  form: LoginForm,
  client: ClientInfo,
): Promise<LoggedIn> {
  const { db, hashQueue } = deps
  const email = canonicalEmail(form.email)
  const login = await hashQueue.run(
    () => verifyEmailLogin(deps, { ...form, email }, client),
    client.isAborted,
  )
  if (login.hasFailedBefore) await resetFailedAttempts(db, email)
  requireSecondStep(deps, login)
  const session = newLoginSession(deps, login.playerId, 'mail', client)
  await insertLoginSession(db, session)
  return completeLogin(deps, session, login.nickName, client)
}

type VerifiedLogin = EmailLogin & { hasFailedBefore: boolean }

/** Holds one hash queue slot throughout, so concurrent attempts see earlier failures. */
async function verifyEmailLogin(
  deps: EmailLoginDeps,
  form: LoginForm,
  client: ClientInfo,
): Promise<VerifiedLogin> {
  const { email, password, captcha } = form
  const attempt = await startAttempt(deps, { email, captcha, purpose: 'login' }, client)
  await rejectIfGuessed(deps, email)
  const login = await findEmailLogin(deps.db, email)
  if (!login)
    throw await failedAttemptRefusal(deps, attempt, 'USER_NOT_EXIST_LOGIN_BY_EMAIL', 'login', client)
  if (!(await verifyPassword(password, login.passwordHash))) {
    await countWrongPassword(deps, email, login)
    const refusal = await failedAttemptRefusal(
      deps,
      attempt,
      'INVALID_PASSWORD_LOGIN_BY_EMAIL',
      'login',
      client,
    )
    throw refusal.about(login.playerId)
  }
  return { ...login, hasFailedBefore: attempt.hasFailedBefore }
}
