import { expect, test } from 'vitest'
import { chooseTests } from './changed-tests.ts'

const rule = 'apps/server/src/payments/refunds/rules.ts'
const nearTest = 'apps/server/src/payments/refunds/rules.test.ts'
const hubTest = 'apps/server/src/saves/saves.test.ts'
const journey = 'e2e/src/journeys/payments/payment.test.ts'
const imports = new Map([
  [nearTest, [rule]],
  ['apps/server/src/payments/index.ts', [rule]],
  ['apps/server/src/context.ts', ['apps/server/src/payments/index.ts']],
  ['apps/server/src/hub.ts', ['apps/server/src/context.ts']],
  ['apps/server/test/support/test-hub.ts', ['apps/server/src/hub.ts']],
  [hubTest, ['apps/server/test/support/test-hub.ts']],
])
const choose = (changed: string[], seconds: Record<string, number>) =>
  chooseTests(
    changed,
    imports,
    Object.entries(seconds).map(([path, seconds]) => ({ path, seconds })),
  )

test('tests that import a change come first, then journeys, then its folder, then those that only start a hub', () => {
  const sibling = 'apps/server/src/payments/receipts/receipts.test.ts'
  const { chosen } = choose([rule], { [hubTest]: 1, [sibling]: 1, [journey]: 2, [nearTest]: 1 })
  expect(chosen).toEqual([nearTest, journey, sibling, hubTest])
})

test('tests that a change cannot reach are not chosen', () => {
  const other = 'packages/game-sdk/src/sdk.test.ts'
  const catalogue = 'e2e/src/journeys/games/catalogue.test.ts'
  expect(choose([rule], { [other]: 1, [catalogue]: 1 })).toEqual({ chosen: [], left: [] })
})

test('what does not fit into the time is left out, the farthest first', () => {
  expect(choose([rule], { [hubTest]: 100, [nearTest]: 200 })).toEqual({ chosen: [nearTest], left: [hubTest] })
})

test('journeys leave time to other tests', () => {
  const others = 'e2e/src/journeys/payments/attempts.test.ts'
  const { chosen, left } = choose([rule], { [journey]: 60, [others]: 70, [nearTest]: 100 })
  expect(chosen).toEqual([nearTest, journey])
  expect(left).toEqual([others])
})

test('a changed test always runs', () => {
  expect(choose([hubTest], { [hubTest]: 1000 }).chosen).toEqual([hubTest])
})
