import type { LoggedIn } from '@playhub/contract'
import { rejectIfCommon } from '../../platform/authentication/passwords/common-passwords.ts'
import { hashPassword } from '../../platform/authentication/passwords/passwords.ts'
import { hashToken, isMatchingToken, newToken } from '../../platform/authentication/random-token.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findIdentity } from '../account-store.ts'
import { resetFailedAttempts } from '../captcha/failed-attempts.ts'
import type { ClientInfo } from '../client-info.ts'
import { checkCode, codeIncorrect } from '../codes/code-check.ts'
import { rejectIfTooSoon, requestCode } from '../codes/code-request.ts'
import { consumeCode } from '../codes/code-store.ts'
import { newConsent } from '../consents/consent.ts'
import { insertConsent } from '../consents/consent-store.ts'
import { toNickName } from '../email-address.ts'
import { completeLogin, newLoginSession } from '../login-sessions/login-session.ts'
import { insertLoginSession } from '../login-sessions/login-session-store.ts'
import type { RegistrationRow } from '../tables.ts'
import { createEmailAccount } from './email-account.ts'
import type { EmailLoginDeps } from './login.ts'
import { deleteRegistration, findRegistration, markRepeated, saveRegistration } from './registration-store.ts'

/** Time for a registration to get its code. */
export const registrationTtlMs = 24 * HOUR_MS

export type NewRegistration = { email: string; password: string; captcha: string }

/**
 * Starts a registration and emails a code. Anybody can do so for any email, so the owner could confirm a registration
 * with an attacker's password. A registration requested more than once therefore also needs the client's secret or a
 * password for confirmation.
 * @returns  The secret.
 * @returns  The secret.
 * @throws Refusal PASSWORD_COMMON, CAPTCHA_INVALID, USER_EXIST_REGISTER_BY_EMAIL or CODE_RESEND_TOO_SOON
 */
export async function register(
  deps: EmailLoginDeps,
  form: NewRegistration,
  client: ClientInfo,
): Promise<string> {
  const { db, clock, captchas } = deps
  const email = canonicalEmail(form.email)
  // Checked first, because a captcha can be used only once.
  rejectIfCommon(deps, form.password)
  await captchas.verify(form.captcha, 'registration')
  if (await findIdentity(db, 'mail', email)) throw new Refusal('USER_EXIST_REGISTER_BY_EMAIL')
  try {
    return await startRegistration(deps, { email, password: form.password }, client)
  } catch (error) {
    // The refused client continues with the earlier request's code, which may be an attacker's.
    await markRepeated(db, email, clock.now())
    throw error
  }
}

async function startRegistration(
  deps: EmailLoginDeps,
  { email, password }: { email: string; password: string },
  client: ClientInfo,
): Promise<string> {
  const { db, clock, hashQueue } = deps
  const { language, ip } = client
  const request = { purpose: 'registration', email, language, ip } as const
  await rejectIfTooSoon(db, request, clock.now())
  const passwordHash = await hashQueue.run(() => hashPassword(password))
  const secret = newToken()
  const consent = JSON.stringify(newConsent(deps, client))
  await transact(db, async (tx) => {
    const requestedAt = clock.now()
    await requestCode(deps, tx, request)
    await saveRegistration(
      tx,
      {
        email,
        passwordHash,
        language,
        requestedAt,
        secretHash: hashToken(secret),
        repeatedAt: null,
        consent,
      },
      requestedAt - registrationTtlMs,
    )
  })
  return secret
}

/**
 * Emails another code for a pending registration.
 * @throws Refusal CODE_EXPIRED without a pending registration, CODE_RESEND_TOO_SOON
 */
export async function resendRegistrationCode(
  deps: EmailLoginDeps,
  form: { email: string },
  client: ClientInfo,
): Promise<void> {
  const { db, clock } = deps
  const email = canonicalEmail(form.email)
  await transact(db, async (tx) => {
    const pending = await findRegistration(tx, email)
    if (!pending || pending.requestedAt <= clock.now() - registrationTtlMs) throw new Refusal('CODE_EXPIRED')
    const { language, ip } = client
    await requestCode(deps, tx, { purpose: 'registration', email, language, ip })
  })
}

export type Confirmation = {
  email: string
  code: string
  password?: string | undefined
  registrationSecret?: string | undefined
}

/**
 * Completes a registration with the emailed code and logs the player in. Deleting the code's row is the lock, so
 * concurrent requests create one account.
 * @param form  Its password overrides the stored one: somebody else may have started a registration with the same
 *   email.
 * @throws Refusal PASSWORD_COMMON, SEND_VERIFICATION_CODE_INCORRECT, CODE_EXPIRED, or REGISTRATION_PASSWORD_REQUIRED,
 *   which leaves the code valid
 */
export async function confirmRegistration(
  deps: EmailLoginDeps,
  form: Confirmation,
  client: ClientInfo,
): Promise<LoggedIn> {
  const { db, clock, hashQueue } = deps
  const email = canonicalEmail(form.email)
  const { password } = form
  if (password !== undefined) rejectIfCommon(deps, password)
  const code = await checkCode(deps, { purpose: 'registration', email, code: form.code }, client)
  const ownHash = password === undefined ? undefined : await hashQueue.run(() => hashPassword(password))
  const nickName = toNickName(email)
  const now = clock.now()
  const loginSession = await transact(db, async (tx) => {
    const isConsumed = await consumeCode(tx, code.id)
    const registration = isConsumed && (await deleteRegistration(tx, email))
    if (!registration) throw codeIncorrect('registration')
    const hasRegistered = isOwn(registration, form)
    if (ownHash === undefined && !hasRegistered) throw new Refusal('REGISTRATION_PASSWORD_REQUIRED')
    const { language, consent } = registration
    const passwordHash = ownHash ?? registration.passwordHash
    const playerId = await createEmailAccount(tx, { email, passwordHash, nickName, language }, now)
    // Nobody consents for the owner of the email.
    if (consent !== null && hasRegistered) await insertConsent(tx, playerId, JSON.parse(consent))
    const session = newLoginSession(deps, playerId, 'mail', client)
    await insertLoginSession(tx, session)
    await resetFailedAttempts(tx, email)
    return session
  })
  return completeLogin(deps, loginSession, nickName, client)
}

/** True when the confirming client chose the stored password. Without a secret, only if nobody else has registered. */
function isOwn({ secretHash, repeatedAt }: RegistrationRow, { registrationSecret }: Confirmation): boolean {
  return registrationSecret === undefined
    ? repeatedAt === null
    : isMatchingToken(secretHash, registrationSecret)
}
