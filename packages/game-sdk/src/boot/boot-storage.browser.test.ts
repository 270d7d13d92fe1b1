/** The script for saving `localStorage`, in a frame of a real browser with allowed, partitioned or refused storage. */
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
  window.seen = Object.fromEntries(Object.entries(localStorage).filter(([key]) => !key.startsWith('playhub:')))
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

test('a game by window messages without an origin is told from later pages, and gets its replies', async ({
  page,
  showGame,
}) => {
  await page.evaluate(() => {
    addEventListener('message', ({ data, ports: [port] }) => {
      if (data.event === 'messages') Object.assign(window, { port, playId: data.playId })
    })
  })
  const game = await showGame({}, { sandbox: 'allow-scripts' })
  await game.evaluate(() => {
    addEventListener('message', ({ data, origin, source }) => {
      Object.assign(window, { reply: { ...data, origin, isFromParent: source === window.parent } })
    })
  })
  const isThere = await page.evaluate(() => {
    const { port, playId } = window as unknown as { port: MessagePort; playId: string }
    return new Promise((resolve) => {
      port.onmessage = () => {
        port.postMessage({ data: { type: 'USER_AUTH' }, origin: location.origin })
        resolve(playId)
      }
      port.postMessage(null)
    })
  })
  expect(isThere).toBe('play-1')
  const reply = await game.waitForFunction(() => (window as { reply?: object }).reply)
  const { origin } = new URL(page.url())
  expect(await reply.jsonValue()).toEqual({ type: 'USER_AUTH', origin, isFromParent: true })
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
  // Messages of a page being left may be lost.
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

test('items above a megabyte throw a QuotaExceededError, and the others stay', async ({
  showGame,
  received,
}) => {
  const game = await showGame({
    saves: {
      ...saved({ level: '3' }).saves,
      progress: { value: JSON.stringify('x'.repeat(500_000)), version: 1, savedAt: 1 },
    },
  })
  const read = await game.evaluate(() => {
    const write = (key: string, length: number) => {
      try {
        localStorage.setItem(key, 'é'.repeat(length))
        return 'written'
      } catch (error) {
        return error instanceof DOMException && error.name
      }
    }
    const outcomes = [write('a', 200_000), write('b', 100_000), write('a', 10), write('b', 200_000)]
    return [...outcomes, localStorage.a.length, localStorage.b.length, localStorage.level]
  })
  const full = 'QuotaExceededError'
  expect(read).toEqual(['written', full, 'written', 'written', 10, 200_000, '3'])
  const [{ value } = { value: '' }] = await received()
  expect(Object.keys(JSON.parse(value))).toEqual(['level', 'a', 'b'])
})

test('what is too large to move in stays in the browser', async ({ page, showGame }) => {
  const plain = await showGame({}, { path: '/plain' })
  await plain.evaluate(() => localStorage.setItem('world', 'x'.repeat(1_100_000)))
  const game = await showGame({ saves: {} })
  await game.evaluate(() => localStorage.setItem('level', '2'))
  const later = await showGame({ saves: {} })
  expect(await later.evaluate(() => [window.seen.world?.length, window.seen.level])).toEqual([1_100_000, '2'])
  expect(await page.evaluate(() => window.received)).toEqual([])
})

test('changes of an ended page that the hub has not got are there at the next start', async ({
  showGame,
  received,
}) => {
  const game = await showGame(saved({ level: '3', old: 'x', coins: '1' }))
  await game.evaluate(() => {
    localStorage.level = '4'
    addEventListener('pagehide', () => localStorage.removeItem('old'))
  })
  await received()
  const next = await showGame(saved({ level: '3', old: 'x', coins: '1' }))
  expect(await next.evaluate(() => window.seen)).toEqual({ level: '4', coins: '1' })
  expect(JSON.parse((await received()).at(-1)?.value ?? '')).toEqual({ coins: '1', level: '4' })
})

test('changes of an ended page go to the hub where another device has saved since', async ({
  page,
  showGame,
}) => {
  const game = await showGame(saved({ level: '3' }))
  await game.evaluate(() => addEventListener('pagehide', () => localStorage.setItem('level', '4')))
  const next = await showGame(saved({ level: '9' }, 7))
  expect(await next.evaluate(() => window.seen)).toEqual({ level: '9' })
  await page.waitForFunction(() => window.received.some((report) => 'savedAt' in report))
  const reports = await page.evaluate(() => window.received)
  expect(reports.at(-1)).toMatchObject({ value: '{"level":"4"}', version: 3, savedAt: expect.any(Number) })
  expect(await next.evaluate(() => localStorage.level)).toBe('9')
})

test("a game's own items under the names of unsent changes are no changes", async ({ page, showGame }) => {
  const plain = await showGame({}, { path: '/plain' })
  const foreign = ['', '{', 'null', '1', '{"owner":"anna"}', '{"owner":"anna","changes":null,"hashes":[]}']
  await plain.evaluate((texts) => {
    for (const [place, text] of texts.entries()) localStorage[`playhub:unsent:${place}`] = text
  }, foreign)
  const game = await showGame(saved({ level: '3' }))
  expect(await game.evaluate(() => window.seen)).toEqual({ level: '3' })
  await page.evaluate(() => localStorage.clear())
})

test("changes of an ended page are not another player's", async ({ page, showGame }) => {
  const game = await showGame(saved({ level: '3' }))
  await game.evaluate(() => addEventListener('pagehide', () => localStorage.setItem('level', '4')))
  const bob = { id: 'bob', name: 'Bob', isGuest: false }
  const next = await showGame({ ...saved({ level: '1' }), player: bob })
  expect(await next.evaluate(() => window.seen)).toEqual({ level: '1' })
  await page.evaluate(() => window.received.splice(0))
  await page.waitForTimeout(3_500)
  expect(await page.evaluate(() => window.received)).toEqual([])
  const again = await showGame(saved({ level: '3' }))
  expect(await again.evaluate(() => window.seen)).toEqual({ level: '4' })
})
