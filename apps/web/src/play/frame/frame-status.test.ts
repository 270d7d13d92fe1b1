import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FrameStatus, monitorFrame, type Probed } from './frame-status.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startMonitor(probeServer: () => Promise<Probed> = async () => 'shown') {
  const statuses: FrameStatus[] = []
  const monitor = monitorFrame(probeServer, (status) => statuses.push(status))
  return { monitor, statuses }
}

test('a game on the SDK is shown when it sends ready, not when it has loaded', async () => {
  const { monitor, statuses } = startMonitor()
  monitor.onMessage('sdk')
  monitor.onLoad()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(statuses).toEqual([])
  monitor.onReady()
  expect(statuses).toEqual(['shown'])
})

test('a game that never sends ready is shown ten seconds after its first message', async () => {
  const { monitor, statuses } = startMonitor()
  monitor.onMessage('sdk')
  await vi.advanceTimersByTimeAsync(6_000)
  monitor.onMessage('sdk')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(statuses).toEqual(['shown'])
})

test('a legacy game is shown at its first message', () => {
  const { monitor, statuses } = startMonitor()
  monitor.onMessage('legacy')
  expect(statuses).toEqual(['shown'])
})

test('a silent frame is as its server responds', async () => {
  for (const probed of ['shown', 'failed', 'refused'] as const) {
    const { monitor, statuses } = startMonitor(async () => probed)
    monitor.onLoad()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(statuses).toEqual([probed])
  }
})

test('a silent build is shown without a probe', async () => {
  const { monitor, statuses } = startMonitor(async () => 'failed')
  monitor.onBuild()
  monitor.onLoad()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(statuses).toEqual(['shown'])
})

test('a message that arrives while the server is probed overrides the probe', async () => {
  let finishProbe: (probed: Probed) => void = () => {}
  const { monitor, statuses } = startMonitor(() => new Promise((resolve) => (finishProbe = resolve)))
  monitor.onLoad()
  await vi.advanceTimersByTimeAsync(1_500)
  monitor.onMessage('sdk')
  finishProbe('failed')
  await vi.advanceTimersByTimeAsync(0)
  monitor.onReady()
  expect(statuses).toEqual(['shown'])
})

test('a frame that does not load in time fails, and is shown if it becomes ready later', async () => {
  const { monitor, statuses } = startMonitor()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(statuses).toEqual(['failed'])
  monitor.onReady()
  expect(statuses).toEqual(['failed', 'shown'])
})

test('a stopped monitor reports nothing', async () => {
  const { monitor, statuses } = startMonitor()
  monitor.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(statuses).toEqual([])
})
