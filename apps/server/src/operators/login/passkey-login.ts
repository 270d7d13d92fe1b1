import type { PasskeyAssertion } from '@playhub/contract'
import { createPasskeyRequest } from '../../platform/authentication/passkeys/verify-passkey.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps, OperatorClient } from '../deps.ts'
import { findOperator } from '../operator-store.ts'
import { checkPasskey } from '../two-factor/check-passkey.ts'
import { findPasskeyByCredential } from '../two-factor/two-factor-store.ts'
import { completeLogin, type LoggedInOperator, lockActiveOperator } from './complete-login.ts'
import { recordRefusedLogin } from './refused-login.ts'

const purpose = 'log in'

export function createPasskeyLoginOptions({ passkeys }: Deps): Promise<{ challenge: string }> {
  return createPasskeyRequest(passkeys, purpose)
}

/**
 * Logs an operator in with a passkey, which has verified the user. Wrong passwords and codes never lock this way.
 * @throws Refusal OPERATOR_LOGIN_REFUSED
 */
export async function logInByPasskey(
  deps: Deps,
  response: PasskeyAssertion,
  client: OperatorClient,
): Promise<LoggedInOperator> {
  try {
    const passkey = await checkPasskey(deps, response, purpose)
    return await transact(deps.db, async (tx) => {
      const operator = await lockActiveOperator(tx, passkey.operatorId)
      await passkey.consume(tx)
      return completeLogin(deps, tx, operator, { client, method: 'passkey' })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const passkey = await findPasskeyByCredential(deps.db, response.id)
    await recordRefusedLogin(deps, passkey && (await findOperator(deps.db, passkey.operatorId)), 'passkey')
    throw new Refusal('OPERATOR_LOGIN_REFUSED', undefined, { cause: error })
  }
}
