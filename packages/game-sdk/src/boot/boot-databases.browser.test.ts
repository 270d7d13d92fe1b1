/** The script for saving IndexedDB, in a frame of a real browser, with the file systems and databases of engines. */

import type { StartData } from '@playhub/contract/bridge-protocol'
import { databasesSaveKey, maxSavesBytes } from '@playhub/contract/saves/limits'
import { openBrowserWithThirdParties } from '@playhub/test-kit/third-parties'
import type { Frame, Page } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { openSites, type Sites } from '../../test/sites.ts'

type Sent = { value: string; version: number }
type Engine = { name: string; version: number; store: string; keyPath?: string; index?: string }

declare const window: Window & {
  received: (Sent & { event: string })[]
  frame: HTMLIFrameElement
  isAnswering: boolean
  /** The game's first read. */
  seen: Promise<[IDBValidKey, unknown][]>
  openGame(engine: Engine): Promise<IDBDatabase>
  put(engine: Engine, value: unknown, key?: IDBValidKey): Promise<void>
  remove(engine: Engine, key: IDBValidKey): Promise<void>
  readAll(engine: Engine): Promise<[IDBValidKey, unknown][]>
  file(text: string): object
}

const unity = { name: '/idbfs', version: 21, store: 'FILE_DATA', index: 'timestamp' }
const engines: Record<string, Engine> = {
  'PlayerPrefs of Unity': unity,
  'user:// of Godot': { ...unity, name: '/userfs' },
  'the files of Defold': { ...unity, name: '/data' },
  'localforage of RPG Maker and Construct': { name: 'localforage', version: 2, store: 'keyvaluepairs' },
  'keyval of GameMaker': { name: 'keyval-store', version: 1, store: 'keyval' },
  'a store with keys in its values': { name: 'slots', version: 3, store: 'saves', keyPath: 'id' },
}

const start: StartData = {
  v: 1,
  playId: 'play-1',
  project: { id: 'island', name: 'Island' },
  player: { id: 'anna', name: 'Anna', isGuest: false },
  language: 'en',
  capabilities: ['saves'],
  launchParams: {},
  serverTime: 1,
  saves: {},
  isStorageSaved: true,
}
const ben = { id: 'ben', name: 'Ben', isGuest: false }
const guest = { id: null, name: '', isGuest: true }

const hubPage = `<!doctype html><link rel="icon" href="data:,"><body><script>
  window.received = []
  window.isAnswering = true
  addEventListener('message', ({ data, source }) => {
    if (data.event !== '${databasesSaveKey}') return
    received.push(data)
    const answer = { type: 'playhub:boot', event: data.event, version: data.version + 1 }
    if (isAnswering) source.postMessage(answer, '*')
  })
</script>`

const gamePage = (
  scripts: string,
  engine: Engine | undefined,
) => `<!doctype html><link rel="icon" href="data:,">${scripts}
<script>
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  window.openGame = ({ name, version, store, keyPath, index }) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      if (request.result.objectStoreNames.contains(store)) return
      const made = request.result.createObjectStore(store, keyPath ? { keyPath } : {})
      if (index) made.createIndex(index, index, { unique: false })
    }
    return done(request)
  }
  const use = async (engine, mode, run) => {
    const database = await openGame(engine)
    const transaction = database.transaction([engine.store], mode)
    const result = await run(transaction.objectStore(engine.store))
    if (mode === 'readwrite') await new Promise((resolve) => { transaction.oncomplete = resolve })
    database.close()
    return result
  }
  window.put = (engine, value, key) => use(engine, 'readwrite', (store) => done(store.put(value, key)))
  window.remove = (engine, key) => use(engine, 'readwrite', (store) => done(store.delete(key)))
  window.readAll = (engine) => use(engine, 'readonly', async (store) => {
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
    return keys.map((key, at) => [key, values[at]])
  })
  window.file = (text) => ({ timestamp: new Date(5), mode: 33206, contents: new TextEncoder().encode(text) })
  window.seen = ${engine ? `readAll(${JSON.stringify(engine)})` : 'Promise.resolve([])'}
</script>`

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('sites', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sites = await openSites(({ pathname, searchParams }, readScript) => {
      if (pathname === '/') return hubPage
      if (pathname === '/__playhub/compat/memory.js') return readScript('compat/memory.js')
      const read = (...files: string[]) => `<script>${files.map(readScript).join('\n')}</script>`
      const boot = read('boot.js', 'boot-databases.js', 'boot-storage.js')
      const scripts: Record<string, string> = {
        '/v/1/game': boot,
        '/v/1/sdk': read('boot.js'),
        '/v/1/plain': '',
      }
      const script = scripts[pathname]
      const engine = JSON.parse(searchParams.get('engine') ?? 'null') ?? undefined
      return script === undefined ? undefined : gamePage(script, engine)
    })
    onCleanup(() => sites.close())
    return sites
  })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('refusing', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowserWithThirdParties('blocked')
    onCleanup(() => browser.close())
    return browser
  })
  // One device.
  .extend('page', async ({ sites }, { onCleanup }) => {
    const page = await openDevice(sites)
    onCleanup(() => page.context().close())
    return page
  })

async function openDevice({ browser, hub }: Pick<Sites, 'browser' | 'hub'>): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(hub)
  return page
}

interface Shown {
  data?: Partial<StartData>
  engine?: Engine
  path?: string
  sandbox?: string
  site?: string
}

async function showGame(
  page: Page,
  { data, engine, path = '/v/1/game', sandbox = '', site = '' }: Shown = {},
): Promise<Frame> {
  const query = engine ? `?engine=${encodeURIComponent(JSON.stringify(engine))}` : ''
  await page.evaluate(
    ([src, name, sandbox]) => {
      const frame = document.createElement('iframe')
      if (sandbox) frame.setAttribute('sandbox', sandbox)
      window.frame = Object.assign(frame, { src, name })
      document.body.replaceChildren(frame)
    },
    [site + path + query, `playhub:1:${JSON.stringify({ ...start, ...data })}`, sandbox] as const,
  )
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await frame.waitForFunction(() => window.seen)
  return frame
}

/** The hub's next save. */
async function receive(page: Page): Promise<Sent> {
  await page.waitForFunction(() => window.received.length > 0)
  const sent = await page.evaluate(() =>
    window.received.splice(0).map(({ value, version }) => ({ value, version })),
  )
  return sent.at(-1) as Sent
}

async function receiveUntil(page: Page, isLast: (sent: Sent) => boolean): Promise<Sent> {
  let sent = await receive(page)
  while (!isLast(sent)) sent = await receive(page)
  return sent
}

/** One of them is for the database itself. */
const countEntries = ({ value }: Sent) => Object.keys(JSON.parse(value)).length

const savedAs = ({ value }: Sent, version = 1) => ({
  saves: { [databasesSaveKey]: { value, version, savedAt: 1 } },
})

const readTexts = (frame: Frame, engine: Engine) =>
  frame.evaluate(async (engine) => {
    const decode = (value: unknown) => {
      const contents = (value as { contents?: Uint8Array }).contents
      return contents ? new TextDecoder().decode(contents) : value
    }
    return (await window.readAll(engine)).map(([key, value]) => [key, decode(value)])
  }, engine)

const putFile = (frame: Frame, engine: Engine, key: string, text: string) =>
  frame.evaluate(([engine, key, text]) => window.put(engine, window.file(text), key), [
    engine,
    key,
    text,
  ] as const)

/** A save with files, as another device has sent it. */
async function makeSave(sites: Sites, files: Record<string, string>, engine = unity): Promise<Sent> {
  const device = await openDevice(sites)
  const game = await showGame(device)
  for (const [key, text] of Object.entries(files)) await putFile(game, engine, key, text)
  const sent = await receiveUntil(device, (sent) => countEntries(sent) > Object.keys(files).length)
  await device.context().close()
  return sent
}

for (const [name, engine] of Object.entries(engines))
  test(`${name} are there on a second device, before its game reads them`, async ({ sites, page }) => {
    const game = await showGame(page, { engine })
    expect(await game.evaluate(() => window.seen)).toEqual([])
    const value = {
      timestamp: new Date(5),
      mode: 33206,
      contents: new Uint8Array([0, 255, 3]),
      list: [1, -0, Number.NaN, undefined, 'Остров'],
      sets: [[1, ['x']]],
      ...(engine.keyPath && { id: 'slot' }),
    }
    const key = engine.keyPath ? undefined : '/idbfs/0a/PlayerPrefs'
    await game.evaluate(
      ([engine, key]) => {
        const value = {
          timestamp: new Date(5),
          mode: 33206,
          contents: new Uint8Array([9, 0, 255, 3]).subarray(1),
          list: [1, -0, Number.NaN, undefined, 'Остров'],
          map: new Map([[1, new Set(['x'])]]),
          ...(engine.keyPath && { id: 'slot' }),
        }
        return window.put(engine, value, key)
      },
      [engine, key] as const,
    )
    const sent = await receive(page)
    const device = await openDevice(sites)
    const second = await showGame(device, { engine, data: savedAs(sent) })
    const seen = await second.evaluate(async () => {
      const [[key, value] = []] = (await window.seen) as [string, { map: Map<number, Set<string>> }][]
      const { map, ...others } = value ?? { map: new Map() }
      return [key, { ...others, sets: [...map].map(([one, set]) => [one, [...set]]) }]
    })
    expect(seen).toEqual([key ?? 'slot', value])
    const built = await second.evaluate(async (engine) => {
      const { version, objectStoreNames } = await window.openGame(engine)
      return [version, [...objectStoreNames]]
    }, engine)
    expect(built).toEqual([engine.version, [engine.store]])
    await device.context().close()
  })

test('what another device has saved since replaces what has not changed here', async ({ sites, page }) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', '1')
  await putFile(game, unity, 'gold', '5')
  await receiveUntil(page, (sent) => countEntries(sent) === 3)
  const later = await makeSave(sites, { level: '2', map: 'x' })
  const next = await showGame(page, { engine: unity, data: savedAs(later, 7) })
  await next.evaluate(() => window.seen)
  expect(await readTexts(next, unity)).toEqual([
    ['level', '2'],
    ['map', 'x'],
  ])
})

test('what was not sent before the tab closed is merged with what another device has saved', async ({
  sites,
  page,
}) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', '1')
  await putFile(game, unity, 'gold', '5')
  await putFile(game, unity, 'lamp', 'no')
  await receiveUntil(page, (sent) => countEntries(sent) === 4)
  await page.evaluate(() => {
    window.isAnswering = false
  })
  await putFile(game, unity, 'gold', '6')
  await game.evaluate((engine) => window.remove(engine, 'lamp'), unity)
  const later = await makeSave(sites, { level: '2', gold: '5', lamp: 'no' })
  const next = await showGame(page, { engine: unity, data: savedAs(later, 7) })
  expect(await readTexts(next, unity)).toEqual([
    ['gold', '6'],
    ['level', '2'],
  ])
  // The first game may have sent the changes, which the hub does not answer.
  const merged = await receiveUntil(page, ({ version }) => version !== 1)
  expect(merged.version).toBe(7)
  expect(countEntries(merged)).toBe(3)
})

test("another player's game finds nothing of the former player, with and without a save", async ({
  sites,
  page,
}) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', 'of Anna')
  await putFile(game, { ...unity, name: '/userfs' }, 'level', 'of Anna')
  await receive(page)
  const own = await makeSave(sites, { level: 'of Ben' })
  const asBen = await showGame(page, { engine: unity, data: { player: ben, ...savedAs(own) } })
  await asBen.evaluate(() => window.seen)
  expect(await readTexts(asBen, unity)).toEqual([['level', 'of Ben']])
  expect(await readTexts(asBen, { ...unity, name: '/userfs' })).toEqual([])
  const asGuest = await showGame(page, { engine: unity, data: { player: guest } })
  expect(await asGuest.evaluate(() => window.seen)).toEqual([])
})

test('a newer build of the former player shows nothing to the next one, whose save is older', async ({
  sites,
  page,
}) => {
  const newer = { ...unity, version: 30 }
  const game = await showGame(page)
  await putFile(game, newer, 'level', 'of Anna')
  await receive(page)
  const own = await makeSave(sites, { level: 'of Ben' })
  const asBen = await showGame(page, { engine: newer, data: { player: ben, ...savedAs(own) } })
  await asBen.evaluate(() => window.seen)
  expect(await readTexts(asBen, newer)).toEqual([['level', 'of Ben']])
})

test('a save that cannot be read shows nothing of the former player, and takes nothing from its own', async ({
  page,
}) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', '1')
  await receive(page)
  const unread = { saves: { [databasesSaveKey]: { value: '{"x":"y"}', version: 3, savedAt: 1 } } }
  const next = await showGame(page, { engine: unity, data: unread })
  await next.evaluate(() => window.seen)
  expect(await readTexts(next, unity)).toEqual([['level', '1']])
  const asBen = await showGame(page, { engine: unity, data: { player: ben, ...unread } })
  expect(await asBen.evaluate(() => window.seen)).toEqual([])
})

test('a game that is taken up again after another device has saved starts again', async ({ sites, page }) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', '1')
  await receive(page)
  const { value } = await makeSave(sites, { level: '2' })
  await game.evaluate(() => {
    Object.assign(window, { isOld: true })
    dispatchEvent(new Event('visibilitychange'))
  })
  await page.evaluate(
    ([event, value]) =>
      window.frame.contentWindow?.postMessage({ type: 'playhub:boot', event, value, version: 9 }, '*'),
    [databasesSaveKey, value] as const,
  )
  await game.waitForFunction(() => !('isOld' in window) && 'seen' in window)
  expect(await readTexts(game, unity)).toEqual([['level', '2']])
  await putFile(game, unity, 'level', '3')
  expect((await receive(page)).version).toBe(9)
})

test('where the hub cannot tell the saves, the next player still finds nothing of the former one', async ({
  page,
}) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', 'of Anna')
  await receive(page)
  const asBen = await showGame(page, { engine: unity, data: { player: ben, isStorageSaved: false } })
  expect(await asBen.evaluate(() => window.seen)).toEqual([])
})

test("a guest's files stay at the login to an account without any, and leave for those of the account", async ({
  sites,
  page,
}) => {
  const game = await showGame(page, { data: { player: guest } })
  await putFile(game, unity, 'level', 'of a guest')
  await receive(page)
  const asBen = await showGame(page, { engine: unity, data: { player: ben } })
  await asBen.evaluate(() => window.seen)
  expect(await readTexts(asBen, unity)).toEqual([['level', 'of a guest']])
  const again = await showGame(page, { data: { player: guest } })
  expect(await readTexts(again, unity)).toEqual([])
  const own = await makeSave(sites, { level: 'of Anna' })
  const asAnna = await showGame(page, { engine: unity, data: savedAs(own) })
  await asAnna.evaluate(() => window.seen)
  expect(await readTexts(asAnna, unity)).toEqual([['level', 'of Anna']])
})

test('what a game had before the hub saved it moves in', async ({ page }) => {
  const plain = await showGame(page, { path: '/v/1/plain' })
  await putFile(plain, unity, 'level', '9')
  const game = await showGame(page, { engine: unity })
  await game.evaluate(() => window.seen)
  expect(await readTexts(game, unity)).toEqual([['level', '9']])
  expect((await receive(page)).value).toContain('level')
})

test('a database that the browser has thrown away comes back', async ({ page }) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', '3')
  const sent = await receive(page)
  const plain = await showGame(page, { path: '/v/1/plain' })
  await plain.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('/idbfs').onsuccess = resolve
      }),
  )
  const next = await showGame(page, { engine: unity, data: savedAs(sent) })
  await next.evaluate(() => window.seen)
  expect(await readTexts(next, unity)).toEqual([['level', '3']])
})

test('caches, large blobs and logins at other services are left out, and do not count', async ({ page }) => {
  const game = await showGame(page)
  const large = 'x'.repeat(2 * maxSavesBytes)
  for (const name of ['UnityCache', 'EM_PRELOAD_CACHE', 'firebaseLocalStorageDb'])
    await putFile(game, { ...unity, name }, 'secret', large)
  await putFile(game, unity, '/idbfs/0a/UnityCache/Shared/bundle', 'cached')
  await putFile(game, unity, '/idbfs/0a/world.dat', large)
  await game.evaluate(
    ([engine]) => window.put(engine, { timestamp: new Date(5), contents: new Blob(['x']) }, 'blob'),
    [unity] as const,
  )
  await putFile(game, unity, 'level', '3')
  const sent = await receiveUntil(page, ({ value }) => value.includes('level'))
  expect(Object.keys(JSON.parse(sent.value)).map((item) => JSON.parse(item))).toEqual([
    ['/idbfs', 'FILE_DATA', '"level"'],
    ['/idbfs'],
  ])
})

test('what is left out later stays on other devices as it was', async ({ page }) => {
  const game = await showGame(page)
  await putFile(game, unity, 'world', 'small')
  await putFile(game, { ...unity, name: '/data' }, 'one', '1')
  await receive(page)
  await putFile(game, unity, 'world', 'x'.repeat(maxSavesBytes))
  await game.evaluate(
    async (engine) => {
      const database = await window.openGame(engine)
      const transaction = database.transaction([engine.store], 'readwrite')
      for (let key = 0; key <= 2_000; key += 1)
        transaction.objectStore(engine.store).put({ timestamp: new Date(5) }, key)
      database.close()
    },
    { ...unity, name: '/data' },
  )
  await putFile(game, unity, 'level', '1')
  const sent = await receiveUntil(page, ({ value }) => value.includes('level'))
  expect(Object.keys(JSON.parse(sent.value)).map((item) => JSON.parse(item).slice(1))).toEqual([
    ['FILE_DATA', '"level"'],
    ['FILE_DATA', '"world"'],
    [],
    ['FILE_DATA', '"one"'],
    [],
  ])
})

test('databases above the limit of saves stay on the device, and the game runs', async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  const game = await showGame(page)
  for (const key of ['a', 'b', 'c', 'd']) await putFile(game, unity, key, key.repeat(maxSavesBytes / 4))
  await expect.poll(() => warnings.join('\n')).toContain('above 1 MB')
  expect(await page.evaluate(() => window.received.filter(({ value }) => value.length > 1_048_576))).toEqual(
    [],
  )
  const next = await showGame(page)
  expect(await readTexts(next, unity)).toHaveLength(4)
})

test.for([
  'not JSON',
  '{"[\\"/idbfs\\"]":"{}"}',
  '{"x":"y"}',
  '{"[\\"/idbfs\\"]":"{\\"version\\":21,\\"stores\\":{\\"FILE_DATA\\":{\\"indexes\\":{}}}}","[\\"/idbfs\\",\\"FILE_DATA\\",\\"{}\\"]":"1"}',
])(
  'a save that cannot be read leaves the game as it is, and is not overwritten: %s',
  async (value, { page }) => {
    const game = await showGame(page, { engine: unity, data: savedAs({ value, version: 1 }) })
    expect(await game.evaluate(() => window.seen)).toEqual([])
    await putFile(game, unity, 'level', '1')
    expect(await readTexts(game, unity)).toEqual([['level', '1']])
    await page.waitForTimeout(1_500)
    expect(await page.evaluate(() => window.received)).toEqual([])
    // Its script runs behind.
    expect(await game.evaluate(() => localStorage instanceof Storage)).toBe(false)
  },
)

test('a reload of the game finds what it had, and what a worker writes is saved', async ({ page }) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', '1')
  await receive(page)
  await game.evaluate(() => {
    location.reload()
  })
  await game.waitForFunction(() => window.seen)
  expect(await readTexts(game, unity)).toEqual([['level', '1']])
  await game.evaluate(() => {
    const source = `const request = indexedDB.open('worker', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('saves')
      request.onsuccess = () => request.result.transaction(['saves'], 'readwrite').objectStore('saves').put(7, 'level')`
    new Worker(URL.createObjectURL(new Blob([source])))
  })
  await page.waitForFunction(() => window.received.some(({ value }) => value.includes('worker')), null, {
    timeout: 15_000,
  })
})

test('files of another device arrive while the game runs', async ({ sites, page }) => {
  const game = await showGame(page)
  await putFile(game, unity, 'level', '1')
  await putFile(game, unity, 'old', 'x')
  await receive(page)
  const { value } = await makeSave(sites, { level: '2' })
  await page.evaluate(
    ([event, value]) =>
      window.frame.contentWindow?.postMessage({ type: 'playhub:boot', event, value, version: 9 }, '*'),
    [databasesSaveKey, value] as const,
  )
  await expect.poll(() => readTexts(game, unity)).toEqual([['level', '2']])
  await putFile(game, unity, 'level', '3')
  expect((await receive(page)).version).toBe(9)
})

test.for(['refused', 'opaque'])(
  'with storage %s, a game has IndexedDB in memory, which is saved',
  async (storage, { sites, refusing }) => {
    const own = await makeSave(sites, { level: '2' })
    const page = await openDevice({ ...sites, browser: refusing })
    page.on('console', (m) => console.log('CONSOLE', m.text()))
    page.on('pageerror', (e) => console.log('ERR', e))
    const frame = storage === 'refused' ? { site: sites.game } : { sandbox: 'allow-scripts' }
    const game = await showGame(page, { engine: unity, data: savedAs(own, 4), ...frame })
    await game.evaluate(() => window.seen)
    expect(await readTexts(game, unity)).toEqual([['level', '2']])
    await putFile(game, unity, 'level', '3')
    expect((await receive(page)).version).toBe(4)
    const kinds = await game.evaluate(async (engine) => {
      localStorage.setItem('a', '1')
      return [(await window.openGame(engine)) instanceof IDBDatabase, localStorage.a, sessionStorage.length]
    }, unity)
    expect(kinds).toEqual([true, '1', 0])
    await page.context().close()
  },
)

test.for(['refused', 'opaque'])(
  'with storage %s and no `saves: auto`, all storage is in memory, and the hub hears once that nothing is kept',
  async (storage, { sites, refusing }) => {
    const page = await openDevice({ ...sites, browser: refusing })
    page.on('console', (m) => console.log('CONSOLE', m.text()))
    page.on('pageerror', (e) => console.log('ERR', e))
    await page.evaluate(() =>
      addEventListener('message', ({ data }) => {
        if (data.event === 'unkept') window.received.push(data)
      }),
    )
    const frame = storage === 'refused' ? { site: sites.game } : { sandbox: 'allow-scripts' }
    const data = { isStorageSaved: false }
    const game = await showGame(page, { path: '/v/1/sdk', engine: unity, data, ...frame })
    expect(await game.evaluate(() => [localStorage.getItem('x'), sessionStorage.length])).toEqual([null, 0])
    expect(await page.evaluate(() => window.received)).toEqual([])
    await putFile(game, unity, 'level', '3')
    await game.evaluate(() => {
      localStorage.level = '1'
      localStorage.level = '2'
    })
    expect(await readTexts(game, unity)).toEqual([['level', '3']])
    expect(await page.evaluate(() => window.received.map(({ event }) => event))).toEqual(['unkept'])
    await page.context().close()
  },
)
