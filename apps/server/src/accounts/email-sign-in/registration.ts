import type { SignedIn } from '@playhub/contract'
import { HOUR_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findIdentity } from '../account-store.ts'
import { forgetFailures } from '../captcha/failed-attempts.ts'
import { checkCode, codeIncorrect } from '../codes/code-check.ts'
import { refuseTooSoon, requestCode } from '../codes/code-request.ts'
import { spendCode } from '../codes/code-store.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import { newLoginSession, signedIn } from '../login-sessions/login-session.ts'
import { insertLoginSessions } from '../login-sessions/login-session-store.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { createEmailAccount } from './email-account.ts'
import { canonicalEmail, nickNameOf } from './email-address.ts'
import { findRegistration, saveRegistration, takeRegistration } from './registration-store.ts'

/** How long a registration waits for its code. */
export const registrationLifeMs = 24 * HOUR_MS

export type NewRegistration = { email: string; password: string; captcha: string }

/**
 * Begins a registration and has a code mailed. Nothing but the letter shows whether the address exists.
 * @throws Refusal CAPTCHA_INVALID, USER_EXIST_REGISTER_BY_EMAIL or CODE_RESEND_TOO_SOON
 */
export async function register(deps: Deps, form: NewRegistration, visitor: ClientInfo): Promise<void> {
  const { db, clock, robotCheck, hashQueue } = deps
  const email = canonicalEmail(form.email)
  const request = { purpose: 'registration', email, language: visitor.language } as const
  await robotCheck.spend(form.captcha, 'registration')
  if (await findIdentity(db, 'mail', email)) throw new Refusal('USER_EXIST_REGISTER_BY_EMAIL')
  await refuseTooSoon(db, request, clock.now())
  const passwordHash = await hashQueue.run(() => hashPassword(form.password))
  await transact(db, async (tx) => {
    await requestCode(deps, tx, request)
    await saveRegistration(tx, {
      email,
      passwordHash,
      language: visitor.language,
      requestedAt: clock.now(),
    })
  })
}

/**
 * Has another code mailed for a registration that waits.
 * @throws Refusal CODE_EXPIRED when none does, CODE_RESEND_TOO_SOON
 */
export async function resendRegistrationCode(
  deps: Deps,
  form: { email: string },
  visitor: ClientInfo,
): Promise<void> {
  const { db, clock } = deps
  const email = canonicalEmail(form.email)
  await transact(db, async (tx) => {
    const waiting = await findRegistration(tx, email)
    if (!waiting || waiting.requestedAt <= clock.now() - registrationLifeMs) throw new Refusal('CODE_EXPIRED')
    await requestCode(deps, tx, { purpose: 'registration', email, language: visitor.language })
  })
}

/**
 * Ends a registration with the code from the letter and signs the player in. However many use the code at once, one
 * account is made: deleting the code's row is the lock.
 * @param form  With the password, since a stranger may have begun to register the address with another one meanwhile.
 * @throws Refusal SEND_VERIFICATION_CODE_INCORRECT or CODE_EXPIRED
 */
export async function confirmRegistration(
  deps: Deps,
  form: { email: string; code: string; password?: string | undefined },
  visitor: ClientInfo,
): Promise<SignedIn> {
  const { db, clock, log, hashQueue } = deps
  const email = canonicalEmail(form.email)
  const code = await checkCode(deps, { purpose: 'registration', email, code: form.code }, visitor)
  const { password } = form
  const ownHash = password === undefined ? undefined : await hashQueue.run(() => hashPassword(password))
  const nickName = nickNameOf(email)
  const now = clock.now()
  const loginSession = await transact(db, async (tx) => {
    const isOurs = await spendCode(tx, code.id)
    const registration = isOurs && (await takeRegistration(tx, email))
    if (!registration) throw codeIncorrect('registration')
    const { language } = registration
    const passwordHash = ownHash ?? registration.passwordHash
    const playerId = await createEmailAccount(tx, { email, passwordHash, nickName, language }, now)
    const session = newLoginSession(playerId, 'mail', visitor, now)
    await insertLoginSessions(tx, [session])
    await forgetFailures(tx, email)
    return session
  })
  log.info({ playerId: loginSession.playerId }, 'A player registered by email')
  return signedIn(deps, loginSession, nickName, visitor)
}
