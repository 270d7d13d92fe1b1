import type { SignedIn } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { type EmailLogin, findEmailLogin } from '../account-store.ts'
import { admitAttempt, forgetFailures, refuseFailed } from '../captcha/failed-attempts.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import { newLoginSession, signedIn } from '../login-sessions/login-session.ts'
import { insertLoginSessions } from '../login-sessions/login-session-store.ts'
import { isRightPassword } from '../passwords/passwords.ts'
import { canonicalEmail } from './email-address.ts'

export type LoginForm = { email: string; password: string; captcha?: string | undefined }

/**
 * Signs a player in by email and password.
 * @throws Refusal USER_NOT_EXIST_LOGIN_BY_EMAIL, INVALID_PASSWORD_LOGIN_BY_EMAIL, and at the limit of failed attempts
 *   CAPTCHA_REQUIRED or CAPTCHA_INVALID
 */
export async function loginByEmail(deps: Deps, form: LoginForm, visitor: ClientInfo): Promise<SignedIn> {
  const { db, clock, hashQueue, keepLoginSession } = deps
  const email = canonicalEmail(form.email)
  const proven = await hashQueue.run(() => proveEmailLogin(deps, { ...form, email }, visitor))
  const session = newLoginSession(proven.playerId, 'mail', visitor, clock.now())
  if (proven.hasFailedBefore) {
    await transact(db, async (tx) => {
      await insertLoginSessions(tx, [session])
      await forgetFailures(tx, email)
    })
  } else {
    await keepLoginSession(session)
  }
  return signedIn(deps, session, proven.nickName, visitor)
}

type Proven = EmailLogin & { hasFailedBefore: boolean }

/**
 * Runs as a whole in a turn of the hash queue: attempts that came together see the failures of those before them.
 */
async function proveEmailLogin(deps: Deps, form: LoginForm, visitor: ClientInfo): Promise<Proven> {
  const { email, password, captcha } = form
  const attempt = await admitAttempt(deps, { email, captcha, purpose: 'login' }, visitor)
  const login = await findEmailLogin(deps.db, email)
  if (!login) throw await refuseFailed(deps, attempt, 'USER_NOT_EXIST_LOGIN_BY_EMAIL', 'login', visitor)
  if (!(await isRightPassword(password, login.passwordHash))) {
    throw await refuseFailed(deps, attempt, 'INVALID_PASSWORD_LOGIN_BY_EMAIL', 'login', visitor)
  }
  return { ...login, hasFailedBefore: attempt.hasFailedBefore }
}
