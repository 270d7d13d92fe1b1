import { beforeEach, expect, test, vi } from 'vitest'
import { watchGame } from './watch-game.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function watch(state = { isVisible: true, isPaused: false }) {
  const issues: unknown[] = []
  let sleptMs = 0
  const ping = vi.fn()
  const game = watchGame({
    ping,
    isPaused: () => state.isPaused,
    isVisible: () => state.isVisible,
    onIssue: (issue) => issues.push(issue),
    now: () => Date.now() + sleptMs,
  })
  const sleep = (ms: number) => {
    sleptMs += ms
  }
  return { game, ping, issues, state, sleep }
}

test('a game that answered is silent after six seconds, until it answers again', () => {
  const { game, ping, issues } = watch()
  game.onPong()
  vi.advanceTimersByTime(5_999)
  expect(issues).toEqual([])
  expect(ping).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1)
  expect(issues).toEqual(['silent'])
  game.onAlive()
  expect(issues).toEqual(['silent', null])
})

test('a game that never answered a ping is not silent, whatever else it sends', () => {
  const { game, ping, issues } = watch()
  game.onAlive()
  vi.advanceTimersByTime(60_000)
  expect(issues).toEqual([])
  expect(ping).toHaveBeenCalled()
})

test.each(['isPaused', 'isVisible'] as const)(
  'silence does not count while %s keeps the game from playing',
  (name) => {
    const { game, ping, issues, state } = watch()
    game.onAlive()
    state[name] = name === 'isPaused'
    vi.advanceTimersByTime(60_000)
    expect(ping).not.toHaveBeenCalled()
    state[name] = name !== 'isPaused'
    vi.advanceTimersByTime(4_000)
    expect(issues).toEqual([])
  },
)

test('time in which the page itself slept is no silence', () => {
  const { game, issues, sleep } = watch()
  game.onPong()
  vi.advanceTimersByTime(2_000)
  // Browsers run the timers of hidden pages once a minute.
  sleep(60_000)
  vi.advanceTimersByTime(2_000)
  expect(issues).toEqual([])
  vi.advanceTimersByTime(6_000)
  expect(issues).toEqual(['silent'])
})

test('a player who waits is asked again after six more seconds', () => {
  const { game, issues } = watch()
  game.onPong()
  vi.advanceTimersByTime(6_000)
  game.wait()
  expect(issues).toEqual(['silent', null])
  vi.advanceTimersByTime(6_000)
  expect(issues).toEqual(['silent', null, 'silent'])
})

test('a frame that loads another page has left the game, and a game that reloads has not', () => {
  const { game, issues } = watch()
  game.onDocument()
  game.onLoad()
  game.onDocument()
  game.onLoad()
  vi.advanceTimersByTime(10_000)
  game.onLoad()
  vi.advanceTimersByTime(2_999)
  game.onDocument()
  vi.advanceTimersByTime(10_000)
  expect(issues).toEqual([])
  game.onLoad()
  game.onLoad()
  vi.advanceTimersByTime(3_000)
  expect(issues).toEqual(['left'])
  game.onDocument()
  expect(issues).toEqual(['left', null])
})
