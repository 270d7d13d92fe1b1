import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '@playhub/test-kit/chromium'
import { getPort } from '@playhub/test-kit/server-port'
import { build } from 'vite'
import { test as base, expect } from 'vitest'
import { serviceWorkerBuild } from '../vite.config.ts'
import type { WorkerMessage } from './messages.ts'

declare const window: Window & { received: WorkerMessage[] }

/** Builds one release's service worker script. */
async function buildRelease(number: number): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), 'playhub-worker-'))
  const clientUrl = `/assets/client-${number}.js`
  const config = serviceWorkerBuild(`${dist}/`, { id: String(number), clientUrl, shellFiles: [clientUrl] })
  await build({ ...config, configFile: false, logLevel: 'error' })
  const script = readFileSync(join(dist, 'client/service-worker.js'), 'utf8')
  rmSync(dist, { recursive: true })
  return script
}

const past = 'Mon, 01 Jan 2024 00:00:00 GMT'
const future = 'Mon, 01 Jan 2124 00:00:00 GMT'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const workers = await Promise.all([1, 2, 3].map(buildRelease))
    const requests: string[] = []
    const site = { release: 1, url: '', requests, isCutOff: false }
    const server = createServer(({ url = '' }, response) => {
      requests.push(url)
      const isWorker = url === '/service-worker.js'
      const isScript = isWorker || url.startsWith('/assets/')
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
      response.setHeader('cache-control', /^\/(private|loader)/.test(url) ? 'no-store' : 'no-cache')
      const expiry = /^\/public\/(ended|lasting)/.exec(url)?.[1]
      if (expiry) response.setHeader('expires', expiry === 'ended' ? past : future)
      if (isScript) return response.end(isWorker ? workers[site.release - 1] : '')
      if (site.isCutOff) {
        response.setHeader('content-length', 1000)
        response.write('<!doctype html><title>Cut off</title>', () => response.destroy())
        return
      }
      response.end(`<!doctype html><link rel="icon" href="data:,"><title>${url} of release ${site.release}</title>
        <script>window.received = []
        navigator.serviceWorker.onmessage = ({ data }) => received.push(data)
        navigator.serviceWorker.register('/service-worker.js')</script>`)
    })
    await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
    site.url = `http://localhost:${getPort(server)}`
    onCleanup(() => void server.close())
    return site
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('page', async ({ site, browser }, { onCleanup }) => {
    const context = await browser.newContext({ baseURL: site.url })
    onCleanup(() => context.close())
    site.release = 1
    site.isCutOff = false
    const page = await context.newPage()
    await page.goto('/public')
    // Controlled from here on.
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    return page
  })

test('an open page learns about each new release once, and keeps the files of its own', async ({
  site,
  page,
}) => {
  await page.evaluate(() => fetch('/assets/lazy-1.js'))
  await page.waitForFunction(() => caches.match('/assets/lazy-1.js'))
  await page.evaluate(() => window.received.splice(0))
  for (const release of [2, 3]) {
    site.release = release
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await page.waitForFunction((count) => window.received.length === count, release - 1)
    site.requests.length = 0
    await page.evaluate(() => fetch('/assets/lazy-1.js'))
    expect(site.requests).toEqual(release === 2 ? [] : ['/assets/lazy-1.js'])
  }
  expect(await page.evaluate(() => window.received)).toEqual([
    { type: 'release', clientUrl: '/assets/client-2.js' },
    { type: 'release', clientUrl: '/assets/client-3.js' },
  ])
})

test('pages come from the server while there is a connection', async ({ site, page }) => {
  await page.goto('/public')
  site.release = 2
  await page.reload()
  expect(await page.title()).toBe('/public of release 2')
})

test('without a connection, public pages come from the cache, and private ones are the shell', async ({
  page,
}) => {
  const readTitle = async (path: string) => {
    await page.goto(path)
    return page.title()
  }
  for (const path of ['/public', '/public?locale=ru', '/public?jwt=token', '/private']) await readTitle(path)
  await page.context().setOffline(true)
  expect(await readTitle('/public')).toBe('/public of release 1')
  expect(await readTitle('/public?locale=ru')).toBe('/public?locale=ru of release 1')
  expect(await readTitle('/public?jwt=token')).toBe('/public of release 1')
  expect(await readTitle('/private')).toBe('/loader of release 1')
  await expect(page.goto('/api/anything')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('without a connection, a page whose prices have ended is the shell', async ({ page }) => {
  const paths = ['/public/lasting', '/public/ended']
  for (const path of paths) {
    await page.goto(path)
    await page.waitForFunction((url) => caches.match(url), path)
  }
  await page.context().setOffline(true)
  const titles: string[] = []
  for (const path of paths) {
    await page.goto(path)
    titles.push(await page.title())
  }
  expect(titles).toEqual(['/public/lasting of release 1', '/loader of release 1'])
})

test('a page whose transfer breaks off stays stored as it was', async ({ site, page }) => {
  await page.goto('/public')
  await page.waitForFunction(() => caches.match('/public'))
  site.isCutOff = true
  await page.goto('/public', { waitUntil: 'commit' })
  await page.context().setOffline(true)
  await page.goto('/public')
  expect(await page.title()).toBe('/public of release 1')
})

test('assets load when the disk is full', async ({ site, page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 })
  expect(await page.evaluate(async () => (await fetch('/assets/lazy-2.js')).status)).toBe(200)
})
