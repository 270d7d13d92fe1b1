/** The boot script and the SDK in a frame started by a hub, in a real browser. */
import type { StartData } from '@playhub/contract/bridge-protocol'
import { reloadFrame } from '@playhub/test-kit/chromium'
import type { Frame, Page } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { openSites } from '../../test/sites.ts'
import type { Hub } from '../hub.ts'

const start: StartData = {
  v: 1,
  playId: 'play-1',
  project: { id: 'islandm3', name: 'Island' },
  player: { id: 'player-1', name: 'Anna', isGuest: false },
  language: 'ru',
  capabilities: ['player', 'shop'],
  launchParams: { level: '3' },
  serverTime: 1,
  saves: {},
}

/** The globals of both pages. */
declare const window: Window & {
  received: Record<string, unknown>[]
  frame: HTMLIFrameElement
  port: MessagePort
  openPort(): Promise<void>
  seen: { name: string; atOnce: unknown; hasGlobal: boolean }
  hub: Hub
}

const hubPage = `<!doctype html><link rel="icon" href="data:,"><script>
  window.received = []
  let receiveHello
  const firstHello = new Promise((resolve) => { receiveHello = resolve })
  addEventListener('message', ({ data }) => {
    if (data.type === 'playhub:hello') receiveHello(data)
    else received.push(data)
  })
  window.openPort = async () => {
    const hello = await firstHello
    const { port1, port2 } = new MessageChannel()
    window.port = port1
    port1.onmessage = ({ data: { id, call, params } }) => {
      received.push({ call, params })
      const player = { id: 'player-2', name: 'Boris', isGuest: false }
      const init = { player, language: 'en', project: { id: 'islandm3', name: 'Island' }, capabilities: ['shop'] }
      if (id) port1.postMessage({ id, ok: true, result: call === 'init' ? init : [] })
    }
    const welcome = { type: 'playhub:welcome', nonce: hello.nonce, version: 1, capabilities: [] }
    frame.contentWindow.postMessage(welcome, '*', [port2])
  }
</script><body>`

const gamePage = (boot: string) => `<!doctype html><link rel="icon" href="data:,"><script>${boot}</script>
<script src="/playhub.js"></script><script>
  window.seen = { name: window.name, hasGlobal: Object.keys(window).includes('__playhubStart') }
  Playhub.connect({ hubOrigins: ['*'] }).then((hub) => {
    window.hub = hub
    const { mode, player, language, launchParams } = hub
    seen.atOnce = { mode, player: player.name, language, launchParams, sells: hub.supports('shop') }
  })
</script><body><button>Play</button>`

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('sites', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sites = await openSites(({ pathname }, readScript) => {
      const pages: Record<string, string> = {
        '/': hubPage,
        '/game': gamePage(readScript('boot.js')),
        '/without-boot': gamePage(''),
        '/playhub.js': readScript('playhub.js'),
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
  .extend('showGame', ({ sites, page }) => async (path: string): Promise<Frame> => {
    await page.evaluate(
      ([src, name]) => {
        window.frame = Object.assign(document.createElement('iframe'), { src, name, allow: 'autoplay' })
        document.body.append(window.frame)
      },
      [sites.game + path, `playhub:1:${JSON.stringify(start)}`] as const,
    )
    return startedGame(page)
  })

async function startedGame(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await frame.waitForFunction(() => window.seen?.atOnce)
  return frame
}

/** Waits for a message of the boot script. */
const reported = async (page: Page, expected: Record<string, unknown>) => {
  const found = await page.waitForFunction((wanted) => {
    const isWanted = (message: Record<string, unknown>) =>
      Object.entries(wanted).every(([key, value]) => message[key] === value)
    return window.received.find(isWanted)
  }, expected)
  return found.jsonValue()
}
const request = (page: Page, message: Record<string, unknown>) =>
  page.evaluate(
    (data) => window.frame.contentWindow?.postMessage({ type: 'playhub:boot', ...data }, '*'),
    message,
  )

test.for(['/game', '/without-boot'])(
  'at %s the SDK knows player and language without a round trip, and nothing else finds them',
  async (path, { page, showGame }) => {
    const game = await showGame(path)
    expect(await game.evaluate(() => window.seen)).toEqual({
      name: '',
      hasGlobal: false,
      atOnce: { mode: 'hub', player: 'Anna', language: 'ru', launchParams: { level: '3' }, sells: true },
    })
    const calls = await page.evaluate(() => window.received.filter(({ call }) => call))
    expect(calls).toEqual([])
  },
)

test('calls wait for the connection, which brings what has changed since', async ({ page, showGame }) => {
  const game = await showGame('/game')
  const purchases = game.evaluate(() => window.hub.getPurchases())
  await page.evaluate(() => window.openPort())
  expect(await purchases).toEqual([])
  expect(await game.evaluate(() => [window.hub.player.name, window.hub.language])).toEqual(['Boris', 'en'])
  await game.evaluate(() => window.hub.progress(0.504))
  expect(await reported(page, { call: 'progress' })).toMatchObject({ params: { ratio: 0.5 } })
})

test.for(['/game', '/without-boot'])(
  'at %s a reload of the game finds the newest start data',
  async (path, { page, showGame }) => {
    const game = await showGame(path)
    await page.evaluate(() => window.openPort())
    await game.waitForFunction(() => window.hub.player.name === 'Boris')
    await reloadFrame(game)
    await game.waitForFunction(() => window.seen?.atOnce && window.hub.player.name === 'Boris')
    expect(await game.evaluate(() => window.seen)).toMatchObject({
      name: '',
      atOnce: { player: 'Boris', language: 'en', launchParams: { level: '3' } },
    })
  },
)

test('a page of another origin does not find the start data', async ({ page, sites, showGame }) => {
  const game = await showGame('/game')
  await game.evaluate((other) => location.assign(`${other}/without-boot`), sites.hub)
  await game.waitForURL(`${sites.hub}/without-boot`)
  await game.waitForFunction(() => window.seen)
  expect(await game.evaluate(() => window.seen.name)).toBe('')
  expect(page.url()).toBe(`${sites.hub}/`)
})

test('reports the start, answers pings and counts what is loaded', async ({ page, showGame }) => {
  await showGame('/game')
  const known = { type: 'playhub:boot', playId: 'play-1' }
  expect(await reported(page, { event: 'started' })).toMatchObject(known)
  await request(page, { event: 'ping' })
  expect(await reported(page, { event: 'pong' })).toMatchObject(known)
  const loaded = await reported(page, { event: 'loaded' })
  expect(loaded).toMatchObject({ ...known, bytes: expect.any(Number) })
  expect(Number(loaded?.bytes)).toBeGreaterThan(5_000)
})

test('names the hosts outside the build that the game loads from', async ({ page, showGame, sites }) => {
  const game = await showGame('/game')
  await game.evaluate(
    (other) => fetch(other, { mode: 'no-cors' }).then(() => undefined),
    `${sites.hub}/without-boot`,
  )
  await page.waitForFunction(
    (host) => window.received.some(({ hosts }) => Array.isArray(hosts) && hosts.join() === host),
    new URL(sites.hub).host,
  )
})

test('reports each error once with its count, short and without queries of addresses', async ({
  page,
  showGame,
}) => {
  const game = await showGame('/game')
  await game.evaluate(() => {
    const fail = () => Promise.reject(new Error(`No https://api.example/me?token=secret ${'x'.repeat(400)}`))
    for (let times = 0; times < 3; times += 1) void fail()
    setTimeout(() => {
      throw new Error('broken')
    })
  })
  const rejection = await reported(page, { event: 'error', count: 3 })
  const message = String(rejection?.message)
  expect(message).toMatch(/^Error: No https:\/\/api\.example\/me x+$/)
  expect(message).toHaveLength(300)
  const all = await page.evaluate(() => window.received.filter(({ event }) => event === 'error'))
  expect(all.map(({ count }) => count)).toEqual([1, 1, 3])
  expect(JSON.stringify(all)).toContain('broken')
})

test('resumes a suspended audio context at the first input, and counts it as sound', async ({
  page,
  showGame,
}) => {
  const game = await showGame('/game')
  await game.evaluate(async () => {
    const context = new AudioContext()
    await context.suspend()
    const tone = context.createOscillator()
    const target = tone.connect(context.destination)
    Object.assign(window, { context, isSame: target === context.destination })
  })
  expect(await game.evaluate('isSame')).toBe(true)
  await game.getByRole('button', { name: 'Play' }).click()
  // The browser may have started the context before it was suspended, which was reported too.
  await game.waitForFunction("context.state === 'running'")
  await reported(page, { event: 'sound', running: 1 })
  await game.evaluate('context.close()')
  await reported(page, { event: 'sound', running: 0 })
})

test('mutes what plays on request, and gives back what the game had', async ({ page, showGame }) => {
  const game = await showGame('/game')
  await game.evaluate(() => {
    const audio = new Audio()
    audio.play().catch(() => {}) // without a source it fails, after the event of playing
    Object.assign(window, { audio })
  })
  await reported(page, { event: 'sound', running: 1 })
  await request(page, { event: 'mute', isMuted: true })
  await game.waitForFunction('audio.muted')
  await reported(page, { event: 'sound', running: 0 })
  await request(page, { event: 'mute', isMuted: false })
  await game.waitForFunction('!audio.muted')
})
