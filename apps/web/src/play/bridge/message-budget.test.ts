import { MAX_MESSAGES_PER_SECOND } from '@playhub/contract/bridge'
import { beforeEach, expect, test } from 'vitest'
import { createReadingAllowance } from './message-budget.ts'

let instant: number
let readCount: number
let allow: ReturnType<typeof createReadingAllowance>

beforeEach(() => {
  instant = 0
  readCount = 0
  allow = createReadingAllowance(() => instant)
})

/** A message that takes so long to read. */
function hear(tookMs: number, isWorthIt: boolean): void {
  allow(() => {
    instant += tookMs
    readCount += 1
    return isWorthIt
  })
}

test('two hundred messages a second are read, and two hundred in the next', () => {
  for (let sent = 0; sent < 10_000; sent += 1) hear(0, true)
  expect(readCount).toBe(MAX_MESSAGES_PER_SECOND)
  instant += 1_000
  for (let sent = 0; sent < 10_000; sent += 1) hear(0, true)
  expect(readCount).toBe(2 * MAX_MESSAGES_PER_SECOND)
})

test('a game that costs the page time with nonsense is left unread twenty times as long', () => {
  hear(300, false)
  instant += 5_999
  hear(0, true)
  expect(readCount).toBe(1)
  instant += 1
  hear(0, true)
  expect(readCount).toBe(2)
})

test('a slow machine and a little nonsense every second are no reason to stop reading', () => {
  for (let second = 0; second < 100; second += 1) {
    hear(500, true)
    hear(40, false)
    instant += 1_000
  }
  expect(readCount).toBe(200)
})
