import type { PlayReport } from '@playhub/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { reportPlay } from './play-report.ts'

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  return () => vi.unstubAllGlobals()
})

function open() {
  const sent: PlayReport[] = []
  const reporter = reportPlay('play', (report) => sent.push(report))
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
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const seconds: number[] = []
  for (const playId of ['payer', 'payer', 'other']) {
    const { stop } = reportPlay(playId, ({ activeSeconds }) => seconds.push(activeSeconds))
    now += 60_000
    stop()
    // The player pays.
    now += 30_000
  }
  expect(seconds).toEqual([60, 120, 60])
})
