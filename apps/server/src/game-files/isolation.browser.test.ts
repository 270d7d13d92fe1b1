import { launchChromium } from '@playhub/test-kit/chromium'
import { freePorts } from '@playhub/test-kit/free-ports'
import type { Frame, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startGameFiles } from '../../test/support/builds/game-files.ts'
import { startTestHub } from '../../test/support/test-hub.ts'

const framePath = '/test-frame'

/** A hub with a page framing games, and the listener with two games. */
async function openHub() {
  const [port = 0] = await freePorts(1)
  const hub = await startTestHub({
    customize: async (app) => {
      app.get<{ Querystring: { src: string } }>(framePath, (request, reply) =>
        reply
          .header('set-cookie', 'hub=secret; Path=/; SameSite=Lax')
          .type('text/html')
          .send(`<iframe src="${request.query.src}"></iframe>`),
      )
    },
  })
  const hubUrl = hub.url.replace('127.0.0.1', 'localhost')
  const games = await startGameFiles({
    hosting: { kind: 'own-origins', protocol: 'http:', host: `games.localhost:${port}` },
    hub: { publicUrl: hubUrl, otherOrigins: [] },
    bootScript: 'window.isBooted = true',
    port,
  })
  const files = {
    'index.html': '<head></head><script type="module" src="/main.js"></script>',
    'main.js': "import { name } from './name.js'; window.gameName = name",
    'name.js': "export const name = 'game'",
    'sw.js': "self.addEventListener('fetch', () => {})",
  }
  for (const project of ['tetris', 'chess']) await games.publish(1, files, project)

  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const load = (project: string) => {
    const src = `http://${project}.games.localhost:${port}/`
    return page.goto(`${hubUrl}${framePath}?src=${encodeURIComponent(src)}`)
  }
  const open = async (project: string) => {
    await load(project)
    return await findGame(page)
  }
  return { page, load, open, hubUrl }
}

async function findGame(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('No frame')
  await frame.waitForFunction('window.gameName !== undefined')
  return frame
}

/** Scripts are text: this program has no types of the browser. */
const readStorage = (frame: Frame) =>
  frame.evaluate<{ cookies: string; storage: string[]; parent: string }>(`({
    cookies: document.cookie,
    storage: Object.keys(localStorage),
    parent: (() => {
      try {
        return String(window.parent.localStorage)
      } catch (error) {
        return error.name
      }
    })(),
  })`)

test('a game runs in its frame and reads nothing of the hub or another game', async () => {
  const { page, open, hubUrl } = await openHub()
  const tetris = await open('tetris')
  expect(await tetris.evaluate('[window.isBooted, window.gameName, origin, location.pathname]')).toEqual([
    true,
    'game',
    expect.stringContaining('http://tetris.games.localhost:'),
    '/v/1/index.html',
  ])
  await page.evaluate("localStorage.setItem('hub', 'secret')")
  expect(await page.evaluate('document.cookie')).toContain('hub=secret')
  expect(await readStorage(tetris)).toEqual({ cookies: '', storage: [], parent: 'SecurityError' })
  const reading = tetris.evaluate((url) => fetch(url, { credentials: 'include' }), hubUrl + framePath)
  await expect(reading).rejects.toThrow('Failed to fetch')

  await tetris.evaluate(`
    localStorage.setItem('tetris', 'secret')
    document.cookie = 'tetris=secret; SameSite=None; Secure'
  `)
  expect(await tetris.evaluate("localStorage.getItem('tetris')")).toBe('secret')
  expect(await readStorage(await open('chess'))).toMatchObject({ cookies: '', storage: [] })
  // Its own storage outlives the page.
  expect((await readStorage(await open('tetris'))).storage).toEqual(['tetris'])
})

test('cookies that a game sets for all hosts it may leave the hub and other games usable', async () => {
  const { page, load, open, hubUrl } = await openHub()
  const tetris = await open('tetris')
  for (const [place, domain] of ['', '; Domain=games.localhost', '; Domain=localhost'].entries())
    await tetris.evaluate(`for (let count = 0; count < 60; count++)
      document.cookie = 'bomb${place}-' + count + '=' + 'x'.repeat(3800) + '; Path=/; SameSite=None; Secure${domain}'`)
  const response = await page.goto(`${hubUrl}/healthz`)
  expect(response?.status()).toBe(200)
  // The first request may delete the cookies.
  await load('chess')
  await open('chess')
})

test('a service worker of a game controls its version only', async () => {
  const { open } = await openHub()
  const tetris = await open('tetris')
  const register = (url: string) =>
    tetris.evaluate(`navigator.serviceWorker.register('${url}').then(
      ({ scope }) => new URL(scope).pathname,
      (error) => error.message,
    )`)
  expect(await register('sw.js')).toBe('/v/1/')
  expect(await register('/sw.js')).toContain('404')
  // The hub is at `localhost`, above the games.
  await expect.poll(() => tetris.evaluate(countWorkers)).toBe(0)
})

const countWorkers = 'navigator.serviceWorker.getRegistrations().then(({ length }) => length)'
