import {
  consumeAnyCode,
  consumeAppCode as consumeCodeByApp,
  isAppCode,
} from '../../platform/authentication/consume-code.ts'
import { limitTries } from '../../platform/authentication/limit-tries.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { OperatorRow } from '../tables.ts'
import { consumeRecoveryCode } from './two-factor-store.ts'

const maxTriesPerHour = 10

/**
 * Counts a code before comparing it: per network, and app codes of all networks together, because an attacker may have
 * many. Recovery codes are too long to guess and passkeys need no code, so neither can be locked by others.
 * @returns  A function for resetting the counts after a correct code.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function countCode(
  deps: Pick<Deps, 'db' | 'clock'>,
  operatorId: string,
  { code, ip }: { code: string; ip: string },
): Promise<(tx: Db) => Promise<void>> {
  const subject = `operator codes of ${operatorId} from ${toIpGroup(ip)}`
  const resetNetwork = await limitTries(deps, subject, maxTriesPerHour)
  if (!isAppCode(code)) return resetNetwork
  const resetAll = await limitTries(deps, `operator app codes of ${operatorId}`, maxTriesPerHour)
  return async (tx) => {
    await resetNetwork(tx)
    await resetAll(tx)
  }
}

/**
 * Counts a code for reauthentication. Logins are counted apart: someone with the password must not lock the operator's
 * open session.
 * @returns  As `countCode`.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export function countReauthentication(
  deps: Pick<Deps, 'db' | 'clock'>,
  sessionId: string,
): Promise<(tx: Db) => Promise<void>> {
  return limitTries(deps, `operator codes in session ${sessionId}`, maxTriesPerHour)
}

/** @throws Refusal SECOND_FACTOR_CODE_INCORRECT for a wrong, old or used code */
export async function consumeCode(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  operator: Pick<OperatorRow, 'id' | 'totpSecret'>,
  code: string,
): Promise<void> {
  const consume = (hash: string) => consumeRecoveryCode(tx, operator.id, hash)
  if (!(await consumeAnyCode(deps, tx, toApp(operator), { code, consumeRecoveryCode: consume })))
    throw new Refusal('SECOND_FACTOR_CODE_INCORRECT')
}

export function consumeAppCode(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  operator: Pick<OperatorRow, 'id' | 'totpSecret'>,
  code: string,
): Promise<boolean> {
  return consumeCodeByApp(deps, tx, toApp(operator), code)
}

const toApp = ({ id, totpSecret }: Pick<OperatorRow, 'id' | 'totpSecret'>) => ({
  subject: `operator code of ${id}`,
  secret: totpSecret,
})
