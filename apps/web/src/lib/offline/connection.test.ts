import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilReconnected } from './connection.ts'

const MINUTE_MS = 60_000
let browser = new EventTarget()
let responds = true

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  responds = true
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  vi.stubGlobal('fetch', async () => new Response('', { status: responds ? 200 : 503 }))
})

afterEach(async () => {
  // Tries before the next test are forgotten.
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page failing at every load. @returns  its tries, counted from now */
function failAlways(): number[] {
  const start = Date.now()
  const tries: number[] = []
  async function load(): Promise<void> {
    await untilReconnected()
    tries.push(Date.now() - start)
    await load()
  }
  void load()
  return tries
}

test('a page that failed while the hub responds is tried again a few times, further and further apart', async () => {
  const tries = failAlways()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(tries).toEqual([1_000, 4_000, 14_000, 44_000])
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(tries).toHaveLength(4)
})

test('a browser that is back online tries at once', async () => {
  const tries = failAlways()
  await vi.advanceTimersByTimeAsync(500)
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(tries).toEqual([500])
})

test('a failure long after the last one is tried again soon', async () => {
  void untilReconnected()
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  const tries = failAlways()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tries).toHaveLength(1)
})

test('a hub that does not respond is asked until it does', async () => {
  responds = false
  const reconnected = vi.fn()
  void untilReconnected().then(reconnected)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(reconnected).not.toHaveBeenCalled()
  responds = true
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reconnected).toHaveBeenCalledOnce()
})
