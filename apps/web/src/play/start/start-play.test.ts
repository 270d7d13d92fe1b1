import type { StartedPlay } from '@playhub/contract'
import { expect, test, vi } from 'vitest'
import {
  listCapabilities,
  mayReceiveStartData,
  readLaunchParams,
  takePlay,
  toFrameName,
} from './start-play.ts'

const guest = { id: null, name: 'Гость', isGuest: true }
const started: StartedPlay = {
  playId: 'play-1',
  frameUrl: 'https://games.example/island/',
  isHosted: false,
  isOpaque: false,
  buildNumber: null,
  startBytes: null,
  counting: null,
  startData: {
    v: 1,
    playId: 'play-1',
    project: { id: 'island', name: 'Island' },
    player: { id: null, name: '', isGuest: true },
    language: 'en',
    capabilities: ['player'],
    launchParams: {},
    serverTime: 1,
    saves: {},
    serverKeys: [],
    isStorageSaved: false,
  },
}

test("the frame's name carries the start data with the player, the language, the launch parameters and the saves", () => {
  const saves = { progress: { value: '3', version: 7, savedAt: 1 } }
  const search = '?play&launch.level=3'
  const name = toFrameName(started, { player: guest, language: 'ru', search, saves: { saves } })
  expect(name.startsWith('playhub:1:{')).toBe(true)
  expect(JSON.parse(name.slice('playhub:1:'.length))).toEqual({
    ...started.startData,
    player: guest,
    language: 'ru',
    launchParams: { level: '3' },
    saves,
  })
})

test('launch parameters have plain names, at most 16 and short values', () => {
  const many = Array.from({ length: 30 }, (_, n) => `launch.p${n}=${n}`).join('&')
  expect(Object.keys(readLaunchParams(`?${many}`))).toHaveLength(16)
  expect(readLaunchParams('?level=1&launch.=2&launch.a%20b=3&launch.__proto__=4')).toEqual({})
  expect(readLaunchParams(`?launch.a=${'x'.repeat(500)}`).a).toHaveLength(200)
})

test('only a hosted game or one at a listed origin receives start data', () => {
  vi.stubGlobal('location', { origin: 'https://hub.example' })
  expect(mayReceiveStartData(started, ['https://games.example'])).toBe(true)
  expect(mayReceiveStartData(started, ['https://other.example'])).toBe(false)
  expect(mayReceiveStartData({ ...started, isHosted: true }, [])).toBe(true)
  vi.unstubAllGlobals()
})

test('a game of a slow hub opens with its start data, and of one that hangs without', async () => {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  const respondAfter = (ms: number) =>
    vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
      await new Promise((resolve, reject) => {
        setTimeout(resolve, ms)
        signal.addEventListener('abort', reject)
      })
      return Response.json({ data: { result: started } })
    })
  const open = async () => {
    const { start, collected } = takePlay('island')
    await vi.advanceTimersByTimeAsync(60_000)
    collected.take()
    return start
  }
  respondAfter(6_000)
  expect(await open()).toEqual(started)
  respondAfter(30_000)
  expect(await open()).toBeNull()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a game may send events where they are counted', () => {
  expect(listCapabilities(started)).toEqual(['player'])
  const counting = { day: '2026-12-31', events: [] }
  expect(listCapabilities({ ...started, counting })).toEqual(['player', 'insights'])
})
