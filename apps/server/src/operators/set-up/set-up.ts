/** The steps behind a one-use link: password, then an authenticator app or a passkey, then recovery codes. */
import type { PasskeyAttestation } from '@playhub/contract'
import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { rejectIfWeak } from '../../platform/authentication/passwords/common-passwords.ts'
import { hashPassword, verifyPassword } from '../../platform/authentication/passwords/passwords.ts'
import { keyUri, newSecret } from '../../platform/authentication/totp.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { updateLink } from '../links/link-store.ts'
import type { OperatorLanguage, OperatorRow } from '../tables.ts'
import { consumeAppCode } from '../two-factor/check-code.ts'
import { createRegistrationOptions, verifyAttestation } from '../two-factor/new-passkey.ts'
import { insertPasskey } from '../two-factor/two-factor-store.ts'
import { completeSetUp, lockSetUp } from './complete-set-up.ts'
import { expectOpenLink, expectPasswordEntered } from './open-link.ts'

export const operatorPasswordLength = { min: 12, max: 64 }
const maxTriesPerHour = 10

export type SetUp = {
  /** `set-up` asks for a new password, `two-factor` for the present one. */
  purpose: 'set-up' | 'two-factor'
  email: string
  name: string
  language: OperatorLanguage
  isPasswordEntered: boolean
  expiresAt: number
}

/** @throws Refusal OPERATOR_LINK_INVALID */
export async function readSetUp({ db, clock }: Deps, token: string): Promise<SetUp> {
  const { link, operator } = await expectOpenLink(db, clock, token)
  const { purpose, passwordHash, expiresAt } = link
  const { email, name, language } = operator
  return { purpose, email, name, language, isPasswordEntered: passwordHash !== null, expiresAt }
}

/**
 * Takes a new password, or checks the present one where only the two-factor method is new.
 * @throws Refusal OPERATOR_LINK_INVALID, BODY_INVALID, PASSWORD_COMMON, OPERATOR_LOGIN_REFUSED or TOO_MANY_REQUESTS
 */
export async function enterPassword(deps: Deps, token: string, password: string): Promise<void> {
  const { db, clock, hashQueue } = deps
  const { link, operator } = await expectOpenLink(db, clock, token)
  const reset = await limitTries(deps, `operator set-up passwords of ${operator.id}`, maxTriesPerHour)
  if (link.purpose === 'set-up') {
    rejectWeakPassword(deps, password)
    const passwordHash = await hashQueue.run(() => hashPassword(password))
    await updateLink(db, link.tokenHash, { passwordHash })
    return
  }
  const { passwordHash } = operator
  if (passwordHash === null || !(await hashQueue.run(() => verifyPassword(password, passwordHash))))
    throw new Refusal('OPERATOR_LOGIN_REFUSED')
  await updateLink(db, link.tokenHash, { passwordHash })
  await reset(db)
}

/** @throws Refusal BODY_INVALID or PASSWORD_COMMON */
export function rejectWeakPassword(deps: Pick<Deps, 'config'>, password: string): void {
  const { min, max } = operatorPasswordLength
  const { length } = [...password]
  if (length < min || length > max)
    throw Refusal.forFields([{ field: 'password', issue: 'PASSWORD_LENGTH', message: 'PASSWORD_LENGTH' }])
  rejectIfWeak(deps, password)
}

/**
 * Creates a secret for an authenticator app.
 * @throws Refusal OPERATOR_LINK_INVALID or SET_UP_STEP_MISSING
 */
export async function startApp(
  { db, clock, getBrand }: Deps,
  token: string,
): Promise<{ secret: string; uri: string }> {
  const { link, operator } = await expectPasswordEntered(db, clock, token)
  const secret = newSecret()
  await updateLink(db, link.tokenHash, { totpSecret: secret })
  return { secret, uri: keyUri({ secret, issuer: `${getBrand()} console`, accountName: operator.email }) }
}

/**
 * Completes the set-up with the app's first code.
 * @returns  The recovery codes, which are stored as hashes only.
 * @throws Refusal OPERATOR_LINK_INVALID, SET_UP_STEP_MISSING, SECOND_FACTOR_CODE_INCORRECT or TOO_MANY_REQUESTS
 */
export async function confirmApp(deps: Deps, token: string, code: string): Promise<string[]> {
  const { operator } = await expectPasswordEntered(deps.db, deps.clock, token)
  const reset = await limitTries(deps, `operator set-up codes of ${operator.id}`, maxTriesPerHour)
  return transact(deps.db, async (tx) => {
    const open = await lockSetUp(deps, tx, operator.id, token)
    const { totpSecret } = open.link
    if (totpSecret === null) throw new Refusal('SET_UP_STEP_MISSING')
    if (!(await consumeAppCode(deps, tx, { id: operator.id, totpSecret }, code)))
      throw new Refusal('SECOND_FACTOR_CODE_INCORRECT')
    await reset(tx)
    return completeSetUp(deps, tx, open, { totpSecret })
  })
}

const toPurpose = ({ id }: OperatorRow) => `set up ${id}`

/**
 * Options for `navigator.credentials.create`.
 * @throws Refusal OPERATOR_LINK_INVALID or SET_UP_STEP_MISSING
 */
export async function createPasskeyOptions(deps: Deps, token: string): Promise<{ challenge: string }> {
  const { operator } = await expectPasswordEntered(deps.db, deps.clock, token)
  return createRegistrationOptions(deps, operator, toPurpose(operator))
}

/**
 * Completes the set-up with a passkey.
 * @returns  The recovery codes, which are stored as hashes only.
 * @throws Refusal OPERATOR_LINK_INVALID, SET_UP_STEP_MISSING, PASSKEY_NOT_ACCEPTED or PASSKEY_EXISTS
 */
export async function addFirstPasskey(
  deps: Deps,
  token: string,
  { name, response }: { name: string; response: PasskeyAttestation },
): Promise<string[]> {
  const { operator } = await expectPasswordEntered(deps.db, deps.clock, token)
  const { challenge, passkey } = await verifyAttestation(deps, operator.id, response, toPurpose(operator))
  return transact(deps.db, async (tx) => {
    const open = await lockSetUp(deps, tx, operator.id, token)
    if (!(await deps.passkeys.challenges.consume(tx, challenge))) throw new Refusal('PASSKEY_NOT_ACCEPTED')
    const recoveryCodes = await completeSetUp(deps, tx, open, { totpSecret: null })
    const owner = { id: newId(), operatorId: operator.id, name }
    const isNew = await insertPasskey(tx, {
      ...passkey,
      ...owner,
      createdAt: deps.clock.now(),
      lastUsedAt: null,
    })
    if (!isNew) throw new Refusal('PASSKEY_EXISTS')
    return recoveryCodes
  })
}
