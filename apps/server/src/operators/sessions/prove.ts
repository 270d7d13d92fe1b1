import type { PasskeyAssertion } from '@playhub/contract'
import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { createPasskeyRequest } from '../../platform/authentication/passkeys/verify-passkey.ts'
import { verifyPassword } from '../../platform/authentication/passwords/passwords.ts'
import { hashToken, newToken } from '../../platform/authentication/random-token.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps, OperatorClient } from '../deps.ts'
import { findOperator } from '../operator-store.ts'
import { consumeCode, countCode } from '../two-factor/check-code.ts'
import { checkPasskey } from '../two-factor/check-passkey.ts'
import type { AuthenticatedOperator } from './authenticate.ts'
import { replaceToken } from './session-store.ts'

const maxPasswordsPerHour = 10

/**
 * Proves again who uses the session, by the password and an app or recovery code.
 * @returns  The session's new token.
 * @throws Refusal OPERATOR_UNAUTHORIZED, OPERATOR_LOGIN_REFUSED, SECOND_FACTOR_CODE_INCORRECT or TOO_MANY_REQUESTS
 */
export async function proveByPassword(
  deps: Deps,
  current: AuthenticatedOperator,
  { password, code }: { password: string; code: string },
  client: OperatorClient,
): Promise<{ token: string }> {
  const { db, hashQueue } = deps
  const operator = await findOperator(db, current.operator.id)
  const passwordHash = operator?.passwordHash
  if (!operator || !passwordHash) throw new Refusal('OPERATOR_UNAUTHORIZED')
  const resetPasswords = await limitTries(
    deps,
    `operator proofs within ${current.session.id}`,
    maxPasswordsPerHour,
  )
  const isMatch = await hashQueue.run(() => verifyPassword(password, passwordHash), client.isAborted)
  if (!isMatch) throw new Refusal('OPERATOR_LOGIN_REFUSED')
  const resetCodes = await countCode(deps, operator.id, { code, ip: client.ip })
  return transact(db, async (tx) => {
    await consumeCode(deps, tx, operator, code)
    await resetPasswords(tx)
    await resetCodes(tx)
    return renew(deps, tx, current)
  })
}

const toPurpose = ({ session }: AuthenticatedOperator) => `prove within ${session.id}`

export function createPasskeyProofOptions(
  { passkeys }: Deps,
  current: AuthenticatedOperator,
): Promise<{ challenge: string }> {
  return createPasskeyRequest(passkeys, toPurpose(current))
}

/**
 * Proves again who uses the session, by a passkey.
 * @returns  The session's new token.
 * @throws Refusal OPERATOR_UNAUTHORIZED or PASSKEY_NOT_ACCEPTED, also for another operator's passkey
 */
export async function proveByPasskey(
  deps: Deps,
  current: AuthenticatedOperator,
  response: PasskeyAssertion,
): Promise<{ token: string }> {
  const passkey = await checkPasskey(deps, response, toPurpose(current))
  if (passkey.operatorId !== current.operator.id) throw new Refusal('PASSKEY_NOT_ACCEPTED')
  return transact(deps.db, async (tx) => {
    await passkey.consume(tx)
    return renew(deps, tx, current)
  })
}

async function renew(
  { clock }: Deps,
  tx: Tx,
  { session }: AuthenticatedOperator,
): Promise<{ token: string }> {
  const token = newToken()
  const now = clock.now()
  const change = { tokenHash: hashToken(token), provedAt: now, lastSeenAt: now }
  if (!(await replaceToken(tx, session, change))) throw new Refusal('OPERATOR_UNAUTHORIZED')
  return { token }
}
