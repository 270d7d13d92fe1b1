import type { SignedIn } from '@playhub/contract'
import { HOUR_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findIdentity } from '../account-store.ts'
import { resetFailedAttempts } from '../captcha/failed-attempts.ts'
import type { ClientInfo } from '../client-info.ts'
import { checkCode, codeIncorrect } from '../codes/code-check.ts'
import { rejectIfTooSoon, requestCode } from '../codes/code-request.ts'
import { consumeCode } from '../codes/code-store.ts'
import type { Deps } from '../deps.ts'
import { completeSignIn, newLoginSession } from '../login-sessions/login-session.ts'
import { insertLoginSessions } from '../login-sessions/login-session-store.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { createEmailAccount } from './email-account.ts'
import { canonicalEmail, nickNameOf } from './email-address.ts'
import { deleteRegistration, findRegistration, saveRegistration } from './registration-store.ts'

/** How long a registration waits for its code to be entered. */
export const registrationTtlMs = 24 * HOUR_MS

export type NewRegistration = { email: string; password: string; captcha: string }

/**
 * Starts a registration and emails a code.
 * @throws Refusal CAPTCHA_INVALID, USER_EXIST_REGISTER_BY_EMAIL or CODE_RESEND_TOO_SOON
 */
export async function register(deps: Deps, form: NewRegistration, client: ClientInfo): Promise<void> {
  const { db, clock, captchas, hashQueue } = deps
  const email = canonicalEmail(form.email)
  const request = { purpose: 'registration', email, language: client.language } as const
  await captchas.verify(form.captcha, 'registration')
  if (await findIdentity(db, 'mail', email)) throw new Refusal('USER_EXIST_REGISTER_BY_EMAIL')
  await rejectIfTooSoon(db, request, clock.now())
  const passwordHash = await hashQueue.run(() => hashPassword(form.password))
  await transact(db, async (tx) => {
    await requestCode(deps, tx, request)
    await saveRegistration(tx, {
      email,
      passwordHash,
      language: client.language,
      requestedAt: clock.now(),
    })
  })
}

/**
 * Emails another code for a pending registration.
 * @throws Refusal CODE_EXPIRED without a pending registration, CODE_RESEND_TOO_SOON
 */
export async function resendRegistrationCode(
  deps: Deps,
  form: { email: string },
  client: ClientInfo,
): Promise<void> {
  const { db, clock } = deps
  const email = canonicalEmail(form.email)
  await transact(db, async (tx) => {
    const pending = await findRegistration(tx, email)
    if (!pending || pending.requestedAt <= clock.now() - registrationTtlMs) throw new Refusal('CODE_EXPIRED')
    await requestCode(deps, tx, { purpose: 'registration', email, language: client.language })
  })
}

/**
 * Completes a registration with the emailed code and signs the player in. Deleting the code's row is the lock, so
 * concurrent requests create one account.
 * @param form  The password overrides the stored one: somebody else may have started a registration of the same address.
 * @throws Refusal SEND_VERIFICATION_CODE_INCORRECT or CODE_EXPIRED
 */
export async function confirmRegistration(
  deps: Deps,
  form: { email: string; code: string; password?: string | undefined },
  client: ClientInfo,
): Promise<SignedIn> {
  const { db, clock, log, hashQueue } = deps
  const email = canonicalEmail(form.email)
  const code = await checkCode(deps, { purpose: 'registration', email, code: form.code }, client)
  const { password } = form
  const ownHash = password === undefined ? undefined : await hashQueue.run(() => hashPassword(password))
  const nickName = nickNameOf(email)
  const now = clock.now()
  const loginSession = await transact(db, async (tx) => {
    const isConsumed = await consumeCode(tx, code.id)
    const registration = isConsumed && (await deleteRegistration(tx, email))
    if (!registration) throw codeIncorrect('registration')
    const { language } = registration
    const passwordHash = ownHash ?? registration.passwordHash
    const playerId = await createEmailAccount(tx, { email, passwordHash, nickName, language }, now)
    const session = newLoginSession(playerId, 'mail', client, now)
    await insertLoginSessions(tx, [session])
    await resetFailedAttempts(tx, email)
    return session
  })
  log.info({ playerId: loginSession.playerId }, 'A player registered by email')
  return completeSignIn(deps, loginSession, nickName, client)
}
