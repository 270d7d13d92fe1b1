import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { MINUTE_MS } from '../clock.ts'
import { createSharedCounts } from './shared-counts.ts'

test('two hubs add up the requests of an address', async ({ hub }) => {
  const { db } = hub.context
  const open = () => createSharedCounts({ db, clock: hub.clock, log: hub.context.log })
  const [one, other] = [open(), open()]
  const addTimes = (counts: typeof one, times: number) => {
    let last = 0
    for (let n = 0; n < times; n++) last = counts.add('203.0.113.1', MINUTE_MS).current
    return last
  }
  expect(addTimes(one, 20)).toBe(20)
  expect(addTimes(other, 20)).toBe(20)
  await one.exchange()
  await other.exchange()
  expect(addTimes(other, 1)).toBe(41)
  addTimes(one, 1)
  await other.exchange()
  await one.exchange()
  expect(addTimes(one, 1)).toBe(43)
  expect(one.add('203.0.113.2', MINUTE_MS).current).toBe(1)
  hub.clock.advance(MINUTE_MS)
  expect(addTimes(one, 1)).toBe(1)
})
