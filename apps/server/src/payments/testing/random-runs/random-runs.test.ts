/**
 * Orders to which anything happens in any order, at each provider and at all of them at once. SOAK_RUNS=1000 tries more
 * lives, SOAK_SEED others, SOAK_MIX those of one mix; what is found is found again with its seed, and alone with SOAK_PATH
 * and SOAK_REPLAY, which are the path and the replayPath that fast-check prints.
 */
import { paymentProviders } from '@playhub/contract'
import fc from 'fast-check'
import { afterAll, test } from 'vitest'
import { HOUR_MS } from '../../../platform/clock.ts'
import { startWorld, type World } from './environment.ts'
import { booksAgree } from './property.ts'

const { SOAK_RUNS, SOAK_SEED, SOAK_PATH, SOAK_REPLAY, SOAK_MIX } = process.env
const numRuns = Number(SOAK_RUNS ?? 30)
const seed = Number(SOAK_SEED ?? 2030)

const mixes = [...paymentProviders.map((provider) => [provider]), [...paymentProviders]]
  .map((providers) => ({ mix: providers.join(), providers }))
  .filter(({ mix }) => SOAK_MIX === undefined || mix === SOAK_MIX)
const endings: (() => Promise<void> | void)[] = []
/** A life takes more than a month: a thousand would reach years that no provider's ids were made for. */
const livesInAWorld = 150
let lives = 0
let world: Promise<World> | undefined

async function endWorld(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end()
}

async function youngWorld(): Promise<World> {
  if (lives % livesInAWorld === 0) {
    await endWorld()
    world = startWorld((end) => endings.push(end))
  }
  lives += 1
  return world as Promise<World>
}

afterAll(endWorld)

test.each(mixes)(
  `whatever happens to orders at $mix, all books agree in the end (${numRuns} lives, SOAK_SEED=${seed})`,
  async ({ providers }) => {
    const property = booksAgree(providers, youngWorld, SOAK_REPLAY)
    // Unbiased: short lives tell little.
    const found = SOAK_PATH === undefined ? {} : { path: SOAK_PATH, endOnFailure: true }
    await fc.assert(property, { numRuns, seed, unbiased: true, ...found })
  },
  4 * HOUR_MS,
)
