import type { PasskeyAssertion } from '@playhub/contract'
import { createPasskeyRequest } from '../../platform/authentication/passkeys/verify-passkey.ts'
import { hashToken, newToken } from '../../platform/authentication/random-token.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { findOperator } from '../operator-store.ts'
import { consumeCode, countReauthentication } from '../two-factor/check-code.ts'
import { checkPasskey } from '../two-factor/check-passkey.ts'
import type { AuthenticatedOperator } from './authenticate.ts'
import { replaceToken } from './session-store.ts'

/**
 * Proves again who uses the session, by an app or recovery code.
 * @returns  The session's new token.
 * @throws Refusal OPERATOR_UNAUTHORIZED, SECOND_FACTOR_CODE_INCORRECT or TOO_MANY_REQUESTS
 */
export async function proveByCode(
  deps: Deps,
  current: AuthenticatedOperator,
  code: string,
): Promise<{ token: string }> {
  const operator = await findOperator(deps.db, current.operator.id)
  if (!operator) throw new Refusal('OPERATOR_UNAUTHORIZED')
  const reset = await countReauthentication(deps, current.session.id)
  return transact(deps.db, async (tx) => {
    await consumeCode(deps, tx, operator, code)
    await reset(tx)
    return renew(deps, tx, current)
  })
}

const toPurpose = ({ session }: AuthenticatedOperator) => `prove within ${session.id}`

export function createReauthenticationOptions(
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
