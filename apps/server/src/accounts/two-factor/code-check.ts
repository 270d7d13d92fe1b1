import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { hashRecoveryCode } from '../../platform/authentication/recovery-codes.ts'
import { matchCode } from '../../platform/authentication/totp.ts'
import { consumeAssertion } from '../../platform/authentication/used-assertion-store.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { addressGroup } from '../../platform/limits/address-group.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { isKnownNetwork } from '../login-sessions/known-networks.ts'
import { codeGuessesEmailJob } from '../queued-emails.ts'
import type { TwoFactorRow } from './tables.ts'
import { consumeRecoveryCode } from './two-factor-store.ts'

/** Counted by IP, so that somebody who knows the password cannot lock the owner out. */
const maxTriesPerHour = 10

/** @see limitTries */
export async function countTry(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  { address }: ClientInfo,
): Promise<(tx: Db) => Promise<void>> {
  try {
    const subject = `second factor codes of ${accountId} from ${addressGroup(address)}`
    return await limitTries(deps, subject, maxTriesPerHour)
  } catch (error) {
    throw error instanceof Refusal ? error.about(accountId) : error
  }
}

/** Counts tries on all networks that the player has never logged in from, since the first one. */
const maxAppCodesFromNewNetworks = 20

/**
 * Limits the app codes that an attacker with many networks can try. Recovery codes are too long to guess, so they
 * remain usable from a new network.
 * @throws Refusal SECOND_FACTOR_RECOVERY_CODE_REQUIRED
 */
export async function countAppCode(
  deps: Pick<Deps, 'db' | 'clock' | 'codePepper'>,
  accountId: string,
  { code, address }: { code: string; address: string },
): Promise<void> {
  if (!isAppCode(code) || (await isKnownNetwork(deps, accountId, address))) return
  const now = deps.clock.now()
  const subject = `app codes of ${accountId} from new networks`
  const { count } = await incrementCounter(deps.db, subject, now, now - DAY_MS)
  if (count > maxAppCodesFromNewNetworks)
    throw new Refusal('SECOND_FACTOR_RECOVERY_CODE_REQUIRED').about(accountId)
}

const isAppCode = (code: string) => /^[\d\s-]+$/.test(code)

/** Counts all IPs, from the first wrong code on. */
const maxWrongCodesPerHour = 10

/**
 * Counts a wrong code, outside the transaction that it ends. The one that reaches the limit notifies the owner, because
 * the password was correct.
 * @param check  Throws Refusal SECOND_FACTOR_CODE_INCORRECT for a wrong code.
 */
export async function countingWrongCodes<T>(
  { db, clock, jobs, log }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'log'>,
  accountId: string,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SECOND_FACTOR_CODE_INCORRECT') {
      const now = clock.now()
      await transact(db, async (tx) => {
        const subject = `wrong second factor codes of ${accountId}`
        const { count } = await incrementCounter(tx, subject, now, now - HOUR_MS)
        if (count !== maxWrongCodesPerHour) return
        await jobs.enqueue(tx, codeGuessesEmailJob(accountId))
        log.warn({ playerId: accountId }, 'Many wrong codes of a second factor were entered')
      })
    }
    throw error
  }
}

/**
 * Checks an authenticator app code or a recovery code, and consumes it.
 * @throws Refusal SECOND_FACTOR_CODE_INCORRECT for a wrong, old or used code
 */
export async function consumeTwoFactorCode(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  factor: TwoFactorRow,
  code: string,
): Promise<void> {
  const isAccepted =
    (await consumeAppCode(deps, tx, factor, code)) ||
    (await consumeRecoveryCode(tx, factor.accountId, hashRecoveryCode(code)))
  if (!isAccepted) throw new Refusal('SECOND_FACTOR_CODE_INCORRECT').about(factor.accountId)
}

/** Stores the used codes, not the last period: otherwise a clock set back would make all codes fail for a while. */
export async function consumeAppCode(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { accountId, secret }: TwoFactorRow,
  code: string,
): Promise<boolean> {
  const match = matchCode(secret, code.replace(/\D/g, ''), clock.now())
  if (!match || !isAppCode(code)) return false
  return consumeAssertion(tx, `second factor code of ${accountId} ${match.period}`, match.validUntil)
}
