import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { hashRecoveryCode } from '../../platform/authentication/recovery-codes.ts'
import { matchCode } from '../../platform/authentication/totp.ts'
import { consumeAssertion } from '../../platform/authentication/used-assertion-store.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { addressGroup } from '../../platform/limits/address-group.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { OperatorRow } from '../tables.ts'
import { consumeRecoveryCode } from './two-factor-store.ts'

const maxTriesPerHour = 10

/**
 * Counts a code before it is compared: per network, and app codes of all networks together, because an attacker may
 * have many. Recovery codes are too long to guess and passkeys need no code, so neither can be locked by others.
 * @returns  A function that resets the counts; call it when the code was right.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function countCode(
  deps: Pick<Deps, 'db' | 'clock'>,
  operatorId: string,
  { code, ip }: { code: string; ip: string },
): Promise<(tx: Db) => Promise<void>> {
  const subject = `operator codes of ${operatorId} from ${addressGroup(ip)}`
  const resetNetwork = await limitTries(deps, subject, maxTriesPerHour)
  if (!isAppCode(code)) return resetNetwork
  const resetAll = await limitTries(deps, `operator app codes of ${operatorId}`, maxTriesPerHour)
  return async (tx) => {
    await resetNetwork(tx)
    await resetAll(tx)
  }
}

/**
 * Counts a code that is to prove who uses a session. Logins are counted apart: whoever knows the password must not
 * lock the operator's open session.
 * @returns  As `countCode`.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export function countProof(
  deps: Pick<Deps, 'db' | 'clock'>,
  sessionId: string,
): Promise<(tx: Db) => Promise<void>> {
  return limitTries(deps, `operator codes in session ${sessionId}`, maxTriesPerHour)
}

const isAppCode = (code: string) => /^[\d\s-]+$/.test(code)

/**
 * Checks an authenticator app code or a recovery code, and consumes it.
 * @throws Refusal SECOND_FACTOR_CODE_INCORRECT for a wrong, old or used code
 */
export async function consumeCode(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, totpSecret }: Pick<OperatorRow, 'id' | 'totpSecret'>,
  code: string,
): Promise<void> {
  const isAccepted =
    (totpSecret !== null && (await consumeAppCode(deps, tx, { id, totpSecret }, code))) ||
    (await consumeRecoveryCode(tx, id, hashRecoveryCode(code)))
  if (!isAccepted) throw new Refusal('SECOND_FACTOR_CODE_INCORRECT')
}

/** Stores the used codes, as for players. */
export async function consumeAppCode(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, totpSecret }: { id: string; totpSecret: string },
  code: string,
): Promise<boolean> {
  if (!isAppCode(code)) return false
  const match = matchCode(totpSecret, code.replace(/\D/g, ''), clock.now())
  if (!match) return false
  return consumeAssertion(tx, `operator code of ${id} ${match.period}`, match.validUntil)
}
