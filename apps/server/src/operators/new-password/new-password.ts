/** A new password by the link of an email and the two-factor method, which stays as it is. */
import type { PasskeyAssertion } from '@playhub/contract'
import { recordOperation } from '../../platform/audit-log.ts'
import { createPasskeyRequest } from '../../platform/authentication/passkeys/verify-passkey.ts'
import { hashPassword } from '../../platform/authentication/passwords/passwords.ts'
import { hashToken } from '../../platform/authentication/random-token.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { enqueueAlert } from '../alerts/alerts.ts'
import type { Deps, OperatorClient } from '../deps.ts'
import { useLinks } from '../links/link-store.ts'
import { completeLogin, type LoggedInOperator, lockActiveOperator } from '../login/complete-login.ts'
import { recordRefusedLogin } from '../login/refused-login.ts'
import { findOperator, updateOperator } from '../operator-store.ts'
import { endSessions } from '../sessions/session-store.ts'
import { rejectWeakPassword } from '../set-up/set-up.ts'
import type { OperatorRow } from '../tables.ts'
import { consumeCode, countCode } from '../two-factor/check-code.ts'
import { checkPasskey } from '../two-factor/check-passkey.ts'
import { listMethods, type TwoFactorMethod } from '../two-factor/methods.ts'
import { deletePasswordLinks, findPasswordLink } from './password-link-store.ts'

type Assertion = { code: string } | { passkey: PasskeyAssertion }

export type PasswordLink = { email: string; name: string; methods: TwoFactorMethod[]; expiresAt: number }

/** @throws Refusal OPERATOR_LINK_INVALID */
export async function readPasswordLink(deps: Deps, token: string): Promise<PasswordLink> {
  const { operator, expiresAt } = await expectLink(deps.db, deps, token)
  const { email, name } = operator
  return { email, name, methods: await listMethods(deps, operator), expiresAt }
}

const toPurpose = (token: string) => `new password by ${hashToken(token)}`

/** @throws Refusal OPERATOR_LINK_INVALID */
export async function createNewPasswordPasskeyOptions(
  deps: Deps,
  token: string,
): Promise<{ challenge: string }> {
  await expectLink(deps.db, deps, token)
  return createPasskeyRequest(deps.passkeys, toPurpose(token))
}

/**
 * Sets a new password, ends all sessions and logs in. The link is used up.
 * @throws Refusal OPERATOR_LINK_INVALID, BODY_INVALID, PASSWORD_COMMON, SECOND_FACTOR_CODE_INCORRECT,
 *   PASSKEY_NOT_ACCEPTED or TOO_MANY_REQUESTS
 */
export async function setNewPassword(
  deps: Deps,
  { token, password, ...assertion }: { token: string; password: string } & Assertion,
  client: OperatorClient,
): Promise<LoggedInOperator> {
  const { operator } = await expectLink(deps.db, deps, token)
  rejectWeakPassword(deps, password)
  const consume = await checkAssertion(deps, operator, { assertion, token, ip: client.ip })
  const passwordHash = await deps.hashQueue.run(() => hashPassword(password), client.isAborted)
  try {
    return await transact(deps.db, async (tx) => {
      const locked = await lockActiveOperator(tx, operator.id)
      await expectLink(tx, deps, token)
      await consume(tx, locked)
      await replacePassword(deps, tx, locked, passwordHash)
      const method = 'code' in assertion ? 'code' : 'passkey'
      return completeLogin(deps, tx, locked, { client, method })
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SECOND_FACTOR_CODE_INCORRECT')
      await recordRefusedLogin(deps, operator, 'code')
    throw error
  }
}

async function expectLink(
  db: Db,
  { clock }: Pick<Deps, 'clock'>,
  token: string,
): Promise<{ operator: OperatorRow; expiresAt: number }> {
  const link = await findPasswordLink(db, hashToken(token), clock.now())
  const operator = link && (await findOperator(db, link.operatorId))
  if (operator?.state !== 'active') throw new Refusal('OPERATOR_LINK_INVALID')
  return { operator, expiresAt: link?.expiresAt ?? 0 }
}

/** @returns  what uses the code or passkey up, within the transaction that it authorizes */
async function checkAssertion(
  deps: Deps,
  operator: OperatorRow,
  { assertion, token, ip }: { assertion: Assertion; token: string; ip: string },
): Promise<(tx: Tx, locked: OperatorRow) => Promise<void>> {
  if ('code' in assertion) {
    const reset = await countCode(deps, operator.id, { code: assertion.code, ip })
    return async (tx, locked) => {
      await consumeCode(deps, tx, locked, assertion.code)
      await reset(tx)
    }
  }
  const passkey = await checkPasskey(deps, assertion.passkey, toPurpose(token))
  if (passkey.operatorId !== operator.id) throw new Refusal('PASSKEY_NOT_ACCEPTED')
  return (tx) => passkey.consume(tx)
}

async function replacePassword(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  { id, name }: OperatorRow,
  passwordHash: string,
): Promise<void> {
  const at = deps.clock.now()
  await updateOperator(tx, id, { passwordHash })
  await endSessions(tx, id, at)
  await deletePasswordLinks(tx, id)
  await useLinks(tx, id, at)
  const change = { action: 'operator.change-password', subject: id, after: { by: 'link' }, at }
  await recordOperation(tx, { operator: name, operatorId: id, reason: null }, change)
  await enqueueAlert(deps, tx, { alert: 'password-replaced', operatorId: id, at })
}
