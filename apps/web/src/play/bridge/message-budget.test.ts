import { MAX_MESSAGES_PER_SECOND } from '@playhub/contract/bridge'
import { expect, test } from 'vitest'
import { createMessageBudget } from './message-budget.ts'

function createReceiver() {
  const clock = { now: 0 }
  let readCount = 0
  const withinBudget = createMessageBudget(() => clock.now)
  const receive = (tookMs: number, isValid: boolean) =>
    withinBudget(() => {
      clock.now += tookMs
      readCount += 1
      return isValid
    })
  return { clock, receive, readCount: () => readCount }
}

test('two hundred messages are read per second', () => {
  const { clock, receive, readCount } = createReceiver()
  for (let sent = 0; sent < 10_000; sent += 1) receive(0, true)
  expect(readCount()).toBe(MAX_MESSAGES_PER_SECOND)
  clock.now += 1_000
  for (let sent = 0; sent < 10_000; sent += 1) receive(0, true)
  expect(readCount()).toBe(2 * MAX_MESSAGES_PER_SECOND)
})

test('after expensive invalid messages nothing is read for twenty times as long as they took', () => {
  const { clock, receive, readCount } = createReceiver()
  receive(300, false)
  clock.now += 5_999
  receive(0, true)
  expect(readCount()).toBe(1)
  clock.now += 1
  receive(0, true)
  expect(readCount()).toBe(2)
})

test('expensive valid messages and a few invalid ones do not stop the reading', () => {
  const { clock, receive, readCount } = createReceiver()
  for (let second = 0; second < 100; second += 1) {
    receive(500, true)
    receive(40, false)
    clock.now += 1_000
  }
  expect(readCount()).toBe(200)
})
