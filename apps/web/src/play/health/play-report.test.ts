import type { PlayReport } from '@playhub/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunningPlay } from '../start/start-play.ts'
import { reportPlay } from './play-report.ts'

const visit = {
  ...{ device: 'phone', referrer: 'friend.example' },
  ...{ isFirstToday: true, isFirstEver: false, dayNumber: 7 },
} as const

/** Fields of a play that its reports need. */
const createPlay = (playId: string, isCounted = false) =>
  ({
    playId,
    openedAt: 0,
    visit: isCounted ? visit : null,
    counting: isCounted ? { day: '2026-12-31', events: ['level-done'] } : null,
  }) as Partial<RunningPlay> as RunningPlay

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  return () => vi.unstubAllGlobals()
})

function open() {
  const sent: PlayReport[] = []
  const reporter = reportPlay(createPlay('play'), (report) => sent.push(report))
  const report = () => {
    window.dispatchEvent(new Event('pagehide'))
    return sent.at(-1)?.errors
  }
  return { ...reporter, report }
}

test('an error is reported as often as it came since the last report', () => {
  const { addError, report, stop } = open()
  for (const total of [1, 60, 120]) addError('x is not defined', total)
  expect(report()).toEqual([{ message: 'x is not defined', count: 120 }])
  addError('x is not defined', 150)
  expect(report()).toEqual([{ message: 'x is not defined', count: 30 }])
  // The game has loaded its page again.
  for (const total of [1, 3]) addError('x is not defined', total)
  expect(report()).toEqual([{ message: 'x is not defined', count: 3 }])
  stop()
})

test('no number of errors makes a report that the hub refuses', () => {
  const { addError, report, stop } = open()
  for (const total of [1, 5_000_000]) addError('x is not defined', total)
  expect(report()).toEqual([{ message: 'x is not defined', count: 1_000_000 }])
  stop()
})

test('the time of a play goes on when its frame is made again', () => {
  let now = 1_000_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const seconds: number[] = []
  for (const playId of ['payer', 'payer', 'other']) {
    const { stop } = reportPlay(createPlay(playId), ({ activeSeconds }) => seconds.push(activeSeconds))
    now += 60_000
    stop()
    // The player pays.
    now += 30_000
  }
  expect(seconds).toEqual([60, 120, 60])
  clock.mockRestore()
})

describe('a counted play', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => void vi.useRealTimers()
  })

  /** A play of its own, opened now; its frame can be made again. */
  function openCounted(playId: string) {
    const play = { ...createPlay(playId, true), openedAt: performance.now() }
    const sent: PlayReport[] = []
    return { sent, makeFrame: () => reportPlay(play, (report) => sent.push(report)) }
  }

  test('is reported once shown, once a minute long, every five minutes and on leaving', () => {
    const { sent, makeFrame } = openCounted('whole')
    const { onShown, stop } = makeFrame()
    vi.advanceTimersByTime(2_500)
    onShown(0)
    expect(sent).toEqual([{ playId: 'whole', activeSeconds: 2, visit, part: 1, loadMs: 2_500 }])
    vi.advanceTimersByTime(60_000)
    expect(sent.slice(1)).toEqual([{ playId: 'whole', activeSeconds: 60, visit, part: 2 }])
    vi.advanceTimersByTime(600_000)
    stop()
    expect(sent.slice(2).map(({ part, activeSeconds }) => [part, activeSeconds])).toEqual([
      [3, 300],
      [4, 600],
      [5, 662],
    ])
  })

  test('is reported on leaving when it was never shown, as a crash when it did not start', () => {
    const { sent, makeFrame } = openCounted('failed')
    const { counts, stop } = makeFrame()
    counts?.onCrash()
    stop()
    expect(sent).toEqual([{ playId: 'failed', activeSeconds: 0, visit, part: 1, hasCrashed: true }])
  })

  test('counts a minute of the time in which it was visible', () => {
    const { sent, makeFrame } = openCounted('hidden')
    const { stop } = makeFrame()
    const setVisible = (visibilityState: DocumentVisibilityState) => {
      Object.assign(document, { visibilityState })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    vi.advanceTimersByTime(40_000)
    setVisible('hidden')
    vi.advanceTimersByTime(100_000)
    setVisible('visible')
    vi.advanceTimersByTime(25_000)
    expect(sent.map(({ activeSeconds }) => activeSeconds)).toEqual([40, 60])
    stop()
  })

  test('goes on when its frame is made again for a payment', () => {
    const { sent, makeFrame } = openCounted('payer')
    const first = makeFrame()
    first.onShown(0)
    first.counts?.onShop()
    first.counts?.onCheckout()
    first.counts?.addEvent('level-done', 3)
    first.stop()
    const second = makeFrame()
    second.onShown(0)
    second.counts?.onShop()
    second.stop()
    expect(sent).toMatchObject([
      { part: 1, loadMs: 1, visit },
      { part: 2, shopOpens: 1, events: [{ name: 'level-done', count: 1, sum: 3 }], visit },
      { part: 3, shopOpens: 2, visit },
    ])
    expect(sent[2]).not.toHaveProperty('loadMs')
    expect(sent[2]).not.toHaveProperty('events')
  })

  test('counts 60 declared events a minute, and names each other one once in the console', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { sent, makeFrame } = openCounted('eventful')
    const { counts, stop } = makeFrame()
    for (const name of ['unknown', 'unknown', 'gameplay-start', 'happytime']) counts?.addEvent(name)
    for (let count = 0; count < 100; count++) counts?.addEvent('level-done', 2)
    vi.advanceTimersByTime(60_000)
    counts?.addEvent('level-done', 0.5)
    stop()
    expect(sent.flatMap(({ events = [] }) => events)).toEqual([
      { name: 'gameplay-start', count: 1, sum: 0 },
      { name: 'happytime', count: 1, sum: 0 },
      { name: 'level-done', count: 59, sum: 116.5 },
    ])
    expect(warn.mock.calls).toEqual([['Playhub: the project declares no event "unknown".']])
    warn.mockRestore()
  })
})

test('a play that is not counted is reported as before, without a word about the visit', () => {
  vi.useFakeTimers()
  const sent: PlayReport[] = []
  const { counts, onShown, stop } = reportPlay(createPlay('quiet'), (report) => sent.push(report))
  expect(counts).toBeNull()
  onShown(1_000)
  vi.advanceTimersByTime(100_000)
  expect(sent).toEqual([])
  stop()
  expect(sent).toEqual([{ playId: 'quiet', activeSeconds: 100, startBytes: 1_000 }])
  vi.useRealTimers()
})
