import { consumeAnyCode, isAppCode } from '../../platform/authentication/consume-code.ts'
import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { isKnownNetwork } from '../login-sessions/known-networks.ts'
import { codeGuessesEmailJob } from '../queued-emails.ts'
import type { TwoFactorRow } from './tables.ts'
import { consumeRecoveryCode } from './two-factor-store.ts'

/** Counted by IP, so somebody who knows the password cannot lock the owner out. */
const maxTriesPerHour = 10

/** @see limitTries */
export async function countTry(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  { ip }: ClientInfo,
): Promise<(tx: Db) => Promise<void>> {
  try {
    const subject = `second factor codes of ${accountId} from ${toIpGroup(ip)}`
    return await limitTries(deps, subject, maxTriesPerHour)
  } catch (error) {
    throw error instanceof Refusal ? error.about(accountId) : error
  }
}

/** Counts tries on all networks new to the player, since the first one. */
const maxAppCodesFromNewNetworks = 20

/**
 * Limits an attacker's app codes over many networks. Recovery codes are too long to guess, so they remain usable from a
 * new network.
 * @throws Refusal SECOND_FACTOR_RECOVERY_CODE_REQUIRED
 */
export async function countAppCode(
  deps: Pick<Deps, 'db' | 'clock' | 'codePepper'>,
  accountId: string,
  { code, ip }: { code: string; ip: string },
): Promise<void> {
  if (!isAppCode(code) || (await isKnownNetwork(deps, accountId, ip))) return
  const now = deps.clock.now()
  const subject = `app codes of ${accountId} from new networks`
  const { count } = await incrementCounter(deps.db, subject, now, now - DAY_MS)
  if (count > maxAppCodesFromNewNetworks)
    throw new Refusal('SECOND_FACTOR_RECOVERY_CODE_REQUIRED').about(accountId)
}

/** Counts all IPs, from the first wrong code on. */
const maxWrongCodesPerHour = 10

/**
 * Counts a wrong code, outside the transaction it ends. The last allowed one notifies the owner, because the password
 * was correct.
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
        log.warn({ playerId: accountId }, 'Many wrong codes of a two-factor method were entered')
      })
    }
    throw error
  }
}

/** @throws Refusal SECOND_FACTOR_CODE_INCORRECT for a wrong, old or used code */
export async function consumeTwoFactorCode(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  factor: TwoFactorRow,
  code: string,
): Promise<void> {
  const { accountId } = factor
  const consume = (hash: string) => consumeRecoveryCode(tx, accountId, hash)
  if (!(await consumeAnyCode(deps, tx, toApp(factor), { code, consumeRecoveryCode: consume })))
    throw new Refusal('SECOND_FACTOR_CODE_INCORRECT').about(accountId)
}

export const toApp = ({ accountId, secret }: TwoFactorRow) => ({
  subject: `second factor code of ${accountId}`,
  secret,
})
