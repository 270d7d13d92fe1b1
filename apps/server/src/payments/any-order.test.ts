/**
 * Orders to which anything happens in any order, at each provider and at all of them at once. SOAK_RUNS=1000 tries more
 * lives, SOAK_SEED others, SOAK_MIX those of one mix; what is found is found again with its seed, and alone with SOAK_PATH
 * and SOAK_REPLAY, which are the path and the replayPath that fast-check prints.
 */
import { paymentProviders } from '@playhub/contract'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '../platform/clock.ts'
import { anyDeeds, beginLife, comeToRest } from './testing/random-life.ts'
import { type RandomWorld, startRandomWorld } from './testing/random-world.ts'
import { findWrongs } from './testing/settled-books.ts'

const { SOAK_RUNS, SOAK_SEED, SOAK_PATH, SOAK_REPLAY, SOAK_MIX } = process.env
const numRuns = Number(SOAK_RUNS ?? 30)
const seed = Number(SOAK_SEED ?? 2030)

const mixes = [...paymentProviders.map((provider) => [provider]), [...paymentProviders]]
  .map((providers) => ({ mix: providers.join(), providers }))
  .filter(({ mix }) => SOAK_MIX === undefined || mix === SOAK_MIX)
const endings: (() => Promise<void> | void)[] = []
let world: Promise<RandomWorld> | undefined

afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

test.each(mixes)(
  `whatever happens to orders at $mix, all books agree in the end (${numRuns} lives, SOAK_SEED=${seed})`,
  async ({ providers }) => {
    world ??= startRandomWorld((end) => endings.push(end))
    const sameWorld = await world
    const property = fc.asyncProperty(anyDeeds(providers, SOAK_REPLAY), async (deeds) => {
      const life = await beginLife(sameWorld)
      await fc.asyncModelRun(() => ({ model: { orders: 1 }, real: life }), deeds)
      await comeToRest(life)
      expect(await findWrongs(life)).toEqual([])
    })
    // Unbiased: short lives tell little.
    const found = SOAK_PATH === undefined ? {} : { path: SOAK_PATH, endOnFailure: true }
    await fc.assert(property, { numRuns, seed, unbiased: true, ...found })
  },
  4 * HOUR_MS,
)
