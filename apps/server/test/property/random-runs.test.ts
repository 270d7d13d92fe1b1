/**
 * Model-based tests: random commands on orders, at each provider and at all together. SOAK_RUNS sets the number of
 * runs, SOAK_SEED the seed, and SOAK_MIX selects one provider mix; in `yookassa-prepaid` the hub closes prepayments. A failure is reproduced by its seed, or alone by
 * SOAK_PATH and SOAK_REPLAY, the path and replayPath printed by fast-check.
 */
import { paymentProviders } from '@playhub/contract'
import fc from 'fast-check'
import { afterAll, test } from 'vitest'
import { HOUR_MS } from '../../src/platform/clock.ts'
import { type Environment, startEnvironment } from './environment.ts'
import { consistencyProperty } from './property.ts'

const { SOAK_RUNS, SOAK_SEED, SOAK_PATH, SOAK_REPLAY, SOAK_MIX } = process.env
const numRuns = Number(SOAK_RUNS ?? 30)
const seed = Number(SOAK_SEED ?? 2030)

const mixes = [...paymentProviders.map((provider) => [provider]), [...paymentProviders]]
  .map((providers) => ({ mix: providers.join(), providers, isPrepaid: false, numRuns }))
  .concat({
    mix: 'yookassa-prepaid',
    providers: ['yookassa'],
    isPrepaid: true,
    numRuns: Math.ceil(numRuns / 3),
  })
  .filter(({ mix }) => SOAK_MIX === undefined || mix === SOAK_MIX)
const cleanups: (() => Promise<void> | void)[] = []
/** A run takes more than a month of test time; too many would reach years beyond the providers' ids. */
const runsPerEnvironment = 150
let runs = 0
let environment: Promise<Environment> | undefined
let wasPrepaid = false

async function closeEnvironment(): Promise<void> {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
}

async function currentEnvironment(isPrepaid: boolean): Promise<Environment> {
  if (runs % runsPerEnvironment === 0 || isPrepaid !== wasPrepaid) {
    await closeEnvironment()
    environment = startEnvironment((cleanup) => cleanups.push(cleanup), undefined, isPrepaid)
    wasPrepaid = isPrepaid
  }
  runs += 1
  return environment as Promise<Environment>
}

afterAll(closeEnvironment)

test.each(mixes)(
  `after any commands on orders at $mix, the hub agrees with the providers ($numRuns runs, SOAK_SEED=${seed})`,
  async ({ providers, isPrepaid, numRuns }) => {
    const property = consistencyProperty(providers, () => currentEnvironment(isPrepaid), SOAK_REPLAY)
    // Unbiased, because short runs find little.
    const replay = SOAK_PATH === undefined ? {} : { path: SOAK_PATH, endOnFailure: true }
    await fc.assert(property, { numRuns, seed, unbiased: true, ...replay })
  },
  4 * HOUR_MS,
)
