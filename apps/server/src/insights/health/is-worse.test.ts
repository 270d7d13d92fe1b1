import { expect, test } from 'vitest'
import { createRandom } from '../../../test/support/random.ts'
import { isWorse } from './is-worse.ts'

/** The first four: z and p of the normal distribution, such as R's `prop.test(…, correct = FALSE)` tells. */
test.for([
  [47, 1000, 27, 1000, true], // 2.369, 0.0089
  [46, 1000, 27, 1000, false], // 2.265, 0.0117
  [60, 500, 38, 500, true], // 2.340, 0.0096
  [59, 500, 38, 500, false], // 2.244, 0.0124
  [0, 1000, 0, 1000, false],
  [1000, 1000, 1000, 1000, false],
  [1000, 1000, 0, 1000, true],
  [27, 1000, 47, 1000, false],
] as const)('%i of %i against %i of %i is worse: %s', ([count, total, baseline, baselineTotal, expected]) => {
  expect(isWorse(count, total, baseline, baselineTotal)).toBe(expected)
})

test('builds with fewer than 200 plays are not judged', () => {
  expect(isWorse(199, 199, 0, 1000)).toBe(false)
  expect(isWorse(1000, 1000, 0, 199)).toBe(false)
  expect(isWorse(200, 200, 0, 200)).toBe(true)
})

test('of 10,000 equal builds about one in a hundred is flagged', () => {
  const { next: random } = createRandom(1)
  const draw = (plays: number, share: number) => {
    let count = 0
    for (let play = 0; play < plays; play++) if (random() < share) count += 1
    return count
  }
  let flagged = 0
  for (let round = 0; round < 10_000; round++) {
    const share = 0.02 + 0.3 * random()
    const [own, baseline] = [200 + Math.floor(800 * random()), 200 + Math.floor(800 * random())]
    if (isWorse(draw(own, share), own, draw(baseline, share), baseline)) flagged += 1
  }
  expect(flagged).toBeGreaterThan(60)
  expect(flagged).toBeLessThan(140)
})
