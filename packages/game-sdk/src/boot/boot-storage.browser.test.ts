/** The script that saves `localStorage`, in a frame of a real browser that allows, partitions or refuses storage. */
import type { StartData } from '@playhub/contract/bridge-protocol'
import type { Frame } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { openSites } from '../../test/sites.ts'

const start: StartData = {
  v: 1,
  playId: 'play-1',
  project: { id: 'island', name: 'Island' },
  player: { id: 'anna', name: 'Anna', isGuest: false },
  language: 'en',
  capabilities: ['saves'],
  launchParams: {},
  serverTime: 1,
  isStorageSaved: true,
}
const saved = (items: object, version = 3) => ({
  saves: { storage: { value: JSON.stringify(items), version, savedAt: 1 } },
})

declare const window: Window & {
  received: { event: string; value: string; version: number }[]
  frame: HTMLIFrameElement
  seen: Record<string, string>
  storageEvents: (string | null)[][]
}

const hubPage = `<!doctype html><link rel="icon" href="data:,"><body><script>
  window.received = []
  addEventListener('message', ({ data }) => { if (data.event === 'storage') received.push(data) })
</script>`

const gamePage = (scripts = '') => `<!doctype html><link rel="icon" href="data:,">${scripts}<script>
  window.seen = { ...localStorage }
  window.storageEvents = []
  addEventListener('storage', ({ key, oldValue, newValue }) => storageEvents.push([key, oldValue, newValue]))
</script>`

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('sites', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sites = await openSites(({ pathname }, readScript) => {
      const read = (file: string) => `<script>${readScript(file)}</script>`
      const pages: Record<string, string> = {
        '/': hubPage,
        '/game': gamePage(read('boot.js') + read('boot-storage.js')),
        '/plain': gamePage(),
      }
      return pages[pathname]
    })
    onCleanup(() => sites.close())
    return sites
  })
  .extend('page', async ({ sites }, { onCleanup }) => {
    const page = await sites.browser.newPage()
    onCleanup(() => page.close())
    await page.goto(sites.hub)
    return page
  })
  .extend(
    'showGame',
    ({ sites, page }) =>
      async (
        data: Partial<StartData>,
        { path = '/game', sandbox = '', site = sites.hub } = {},
      ): Promise<Frame> => {
        await page.evaluate(
          ([src, name, sandbox]) => {
            const frame = document.createElement('iframe')
            if (sandbox) frame.setAttribute('sandbox', sandbox)
            window.frame = Object.assign(frame, { src, name })
            document.body.replaceChildren(frame)
          },
          [site + path, `playhub:1:${JSON.stringify({ ...start, ...data })}`, sandbox] as const,
        )
        const frame = await (await page.waitForSelector('iframe')).contentFrame()
        if (!frame) throw new Error('The game has no frame')
        await frame.waitForFunction(() => window.seen)
        return frame
      },
  )
  .extend('received', ({ page }) => async () => {
    await page.waitForFunction(() => window.received.length > 0)
    return page.evaluate(() => window.received.splice(0).map(({ value, version }) => ({ value, version })))
  })

test.for(['allowed', 'refused', 'opaque'])(
  'with storage %s, a game finds the saved items at once, and its changes go to the hub',
  async (storage, { sites, showGame, received }) => {
    // This browser refuses storage to frames of other sites.
    const site = storage === 'refused' ? sites.game : sites.hub
    const sandbox = storage === 'opaque' ? 'allow-scripts' : ''
    const game = await showGame(saved({ level: '3', old: 'x' }), { site, sandbox })
    expect(await game.evaluate(() => window.seen)).toEqual({ level: '3', old: 'x' })
    const read = await game.evaluate(() => {
      localStorage.setItem('level', '4')
      localStorage.coins = 5
      delete localStorage.old
      const { length } = localStorage
      return [
        length,
        localStorage.key(0),
        localStorage.getItem('coins'),
        localStorage.getItem('getItem'),
        'old' in localStorage,
      ]
    })
    expect(read).toEqual([2, 'level', '5', null, false])
    expect(await received()).toEqual([{ value: '{"level":"4","coins":"5"}', version: 3 }])
    await game.evaluate(() => localStorage.clear())
    expect(await received()).toEqual([{ value: '{}', version: 3 }])
  },
)

test('where storage is refused, a game without saves has one that lasts as long as its page', async ({
  sites,
  page,
  showGame,
}) => {
  const game = await showGame({ isStorageSaved: false }, { site: sites.game, sandbox: 'allow-scripts' })
  const read = await game.evaluate(() => {
    localStorage.level = 4
    sessionStorage.setItem('room', 'cave')
    return [
      localStorage.getItem('level'),
      localStorage.length,
      sessionStorage.room,
      'level' in sessionStorage,
    ]
  })
  expect(read).toEqual(['4', 1, 'cave', false])
  expect(await page.evaluate(() => window.received)).toEqual([])
})

test('a reload of the game finds the items as it left them, and the hub gets them', async ({
  page,
  showGame,
  received,
}) => {
  const game = await showGame(saved({ level: '3' }))
  await game.evaluate(() => {
    localStorage.level = '4'
    location.reload()
  })
  await game.waitForFunction(() => window.seen?.level === '4')
  // What the page sent while it was left may be lost.
  await page.waitForFunction(() => window.received.some(({ value }) => value === '{"level":"4"}'))
  expect((await received()).at(-1)).toEqual({ value: '{"level":"4"}', version: 3 })
})

test("at the first start the browser's items move in, and leave it once the hub has them", async ({
  page,
  showGame,
  received,
}) => {
  const plain = await showGame({}, { path: '/plain' })
  await plain.evaluate(() => localStorage.setItem('level', '9'))
  const game = await showGame({ saves: {} })
  expect(await game.evaluate(() => window.seen)).toEqual({ level: '9' })
  expect(await received()).toEqual([{ value: '{"level":"9"}', version: 0 }])
  await page.evaluate(() =>
    window.frame.contentWindow?.postMessage({ type: 'playhub:boot', event: 'storage', version: 1 }, '*'),
  )
  await game.evaluate(() => localStorage.setItem('level', '10'))
  expect(await received()).toEqual([{ value: '{"level":"10"}', version: 1 }])
  expect(await (await showGame({}, { path: '/plain' })).evaluate(() => window.seen)).toEqual({})
})

test("the browser's items stay where the player has a save already", async ({ page, showGame, received }) => {
  const plain = await showGame({}, { path: '/plain' })
  await plain.evaluate(() => localStorage.setItem('level', '9'))
  const game = await showGame(saved({ level: '3' }))
  await page.evaluate(() =>
    window.frame.contentWindow?.postMessage({ type: 'playhub:boot', event: 'storage', version: 4 }, '*'),
  )
  await game.evaluate(() => localStorage.setItem('level', '4'))
  expect(await received()).toEqual([{ value: '{"level":"4"}', version: 4 }])
  const later = await showGame({}, { path: '/plain' })
  expect(await later.evaluate(() => window.seen)).toEqual({ level: '9' })
  await later.evaluate(() => localStorage.clear())
})

test("items may have the names of a storage's functions", async ({ showGame, received }) => {
  const game = await showGame(saved({ length: 'x', key: 'old', getItem: 'y' }))
  const read = await game.evaluate(() => {
    localStorage.setItem('key', 'gold')
    localStorage.setItem('clear', '1')
    const { length } = localStorage
    return [length, localStorage.key(0), localStorage.getItem('key'), localStorage.getItem('length')]
  })
  expect(read).toEqual([4, 'length', 'gold', 'x'])
  const [{ value } = { value: '{}' }] = await received()
  expect(JSON.parse(value)).toEqual({ length: 'x', key: 'gold', getItem: 'y', clear: '1' })
})

test('items of another tab arrive as storage events, but not over changes on their way', async ({
  page,
  showGame,
  received,
}) => {
  const game = await showGame(saved({ level: '3', old: 'x' }))
  const send = (value: object, version: number) =>
    page.evaluate(
      (request) => window.frame.contentWindow?.postMessage({ type: 'playhub:boot', ...request }, '*'),
      { event: 'storage', value: JSON.stringify(value), version },
    )
  await send({ level: '5' }, 4)
  await game.waitForFunction(() => window.storageEvents.length === 2)
  expect(await game.evaluate(() => [window.storageEvents, localStorage.level])).toEqual([
    [
      ['level', '3', '5'],
      ['old', 'x', null],
    ],
    '5',
  ])
  await game.evaluate(() => {
    localStorage.level = '6'
    dispatchEvent(
      Object.assign(
        new MessageEvent('message', {
          source: parent,
          data: { type: 'playhub:boot', event: 'storage', value: '{}', version: 9 },
        }),
      ),
    )
  })
  expect(await received()).toEqual([{ value: '{"level":"6"}', version: 4 }])
})
