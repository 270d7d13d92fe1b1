import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrameLife, type FrameState } from './frame-status.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watchFrame(isReachable: () => Promise<boolean> = async () => true) {
  const states: FrameState[] = []
  const life = createFrameLife(isReachable, (state) => states.push(state))
  return { life, states }
}

test('a game on the SDK is shown when it says ready, not when it has loaded', async () => {
  const { life, states } = watchFrame()
  life.heard('sdk')
  life.loaded()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(states).toEqual([])
  life.ready()
  expect(states).toEqual(['shown'])
})

test('a game that spoke and never says ready is shown all the same', async () => {
  const { life, states } = watchFrame()
  life.heard('sdk')
  await vi.advanceTimersByTimeAsync(6_000)
  life.heard('sdk')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(states).toEqual(['shown'])
})

test('a game of the old messages is shown at its first word', () => {
  const { life, states } = watchFrame()
  life.heard('legacy')
  expect(states).toEqual(['shown'])
})

test('a silent frame is shown when its server answers, and failed when it does not', async () => {
  for (const isThere of [true, false]) {
    const { life, states } = watchFrame(async () => isThere)
    life.loaded()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(states).toEqual([isThere ? 'shown' : 'failed'])
  }
})

test('a word while the server is being asked decides', async () => {
  let answer: (isThere: boolean) => void = () => {}
  const { life, states } = watchFrame(() => new Promise((resolve) => (answer = resolve)))
  life.loaded()
  await vi.advanceTimersByTimeAsync(1_500)
  life.heard('sdk')
  answer(false)
  await vi.advanceTimersByTimeAsync(0)
  life.ready()
  expect(states).toEqual(['shown'])
})

test('a frame that never loads has failed, until it does after all', async () => {
  const { life, states } = watchFrame()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(states).toEqual(['failed'])
  life.ready()
  expect(states).toEqual(['failed', 'shown'])
})

test('a stopped watch says nothing more', async () => {
  const { life, states } = watchFrame()
  life.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toEqual([])
})
