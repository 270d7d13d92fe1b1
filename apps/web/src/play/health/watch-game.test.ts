import { beforeEach, expect, test, vi } from 'vitest'
import { watchGame } from './watch-game.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function watch(state = { isVisible: true, isPaused: false }) {
  const troubles: unknown[] = []
  const ping = vi.fn()
  const game = watchGame({
    ping,
    isPaused: () => state.isPaused,
    isVisible: () => state.isVisible,
    onTrouble: (trouble) => troubles.push(trouble),
    now: () => Date.now(),
  })
  return { game, ping, troubles, state }
}

test('a game that answered is silent after six seconds, until it answers again', () => {
  const { game, ping, troubles } = watch()
  game.onAlive()
  vi.advanceTimersByTime(5_999)
  expect(troubles).toEqual([])
  expect(ping).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1)
  expect(troubles).toEqual(['silent'])
  game.onAlive()
  expect(troubles).toEqual(['silent', null])
})

test('a game that never answered is not watched', () => {
  const { ping, troubles } = watch()
  vi.advanceTimersByTime(60_000)
  expect(troubles).toEqual([])
  expect(ping).not.toHaveBeenCalled()
})

test.each(['isPaused', 'isVisible'] as const)(
  'silence does not count while %s keeps the game from playing',
  (name) => {
    const { game, ping, troubles, state } = watch()
    game.onAlive()
    state[name] = name === 'isPaused'
    vi.advanceTimersByTime(60_000)
    expect(ping).not.toHaveBeenCalled()
    state[name] = name !== 'isPaused'
    vi.advanceTimersByTime(4_000)
    expect(troubles).toEqual([])
  },
)

test('a player who waits is asked again after six more seconds', () => {
  const { game, troubles } = watch()
  game.onAlive()
  vi.advanceTimersByTime(6_000)
  game.wait()
  expect(troubles).toEqual(['silent', null])
  vi.advanceTimersByTime(6_000)
  expect(troubles).toEqual(['silent', null, 'silent'])
})

test('a frame that loads another page has left the game, and a game that reloads has not', () => {
  const { game, troubles } = watch()
  game.onDocument()
  game.onLoad()
  game.onDocument()
  game.onLoad()
  vi.advanceTimersByTime(10_000)
  game.onLoad()
  vi.advanceTimersByTime(2_999)
  game.onDocument()
  vi.advanceTimersByTime(10_000)
  expect(troubles).toEqual([])
  game.onLoad()
  game.onLoad()
  vi.advanceTimersByTime(3_000)
  expect(troubles).toEqual(['left'])
  game.onDocument()
  expect(troubles).toEqual(['left', null])
})
