import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '@playhub/test-kit/chromium'
import { getPort } from '@playhub/test-kit/server-port'
import type { Frame, Page } from 'playwright-core'
import { build } from 'vite'
import { sharedErrors } from '../../vite.config.ts'

/** API responses by method and path below `/api`. */
export type ScriptedResponses = Record<string, readonly [status: number, body: unknown]>

/** A hub with scripted API responses, and a cross-origin site embedding or opening it. */
export interface BrowserFixture {
  responses: ScriptedResponses
  /** All API calls so far. */
  calls: { route: string; body: unknown }[]
  /** Page request headers, by path. */
  pageHeaders: Map<string, IncomingMessage['headers']>
  hub: string
  site: string
  /** A page in a new browser context. */
  newPage(): Promise<Page>
  openHub(query?: string): Promise<Page>
  /** Opens the hub in a frame on the site, which collects messages in `window.received`. */
  frameHub(query?: string): Promise<{ host: Page; hub: Frame }>
  /** Opens the hub in a popup from the site. */
  popUpHub(query?: string): Promise<{ host: Page; hub: Page }>
  close(): Promise<void>
}

const hubPath = '/session/login'

export async function buildFixture(): Promise<BrowserFixture> {
  const script = await bundle()
  const responses: ScriptedResponses = {}
  const calls: BrowserFixture['calls'] = []
  const pageHeaders: BrowserFixture['pageHeaders'] = new Map()

  const hubServer = await listen(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://hub').pathname
    if (path.startsWith('/api/')) {
      const route = `${request.method} ${path.slice('/api'.length)}`
      const text = (await request.toArray()).join('')
      calls.push({ route, body: text ? JSON.parse(text) : null })
      const [status, body] = responses[route] ?? [404, { code: 'ROUTE_NOT_FOUND', status: 404, title: '' }]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    pageHeaders.set(path, request.headers)
    sendPage(response, `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`)
  })
  const siteServer = await listen((_, response) => sendPage(response, siteScript))
  const [hub, site] = [`http://localhost:${getPort(hubServer)}`, `http://127.0.0.1:${getPort(siteServer)}`]
  const browser = await launchChromium()

  async function newPage(): Promise<Page> {
    const context = await browser.newContext()
    context.setDefaultTimeout(30_000)
    return context.newPage()
  }
  async function openSite(): Promise<Page> {
    const page = await newPage()
    await page.goto(site)
    return page
  }
  const toHubUrl = (query: string) => `${hub}${hubPath}?${query}`
  const isLoaded = () => 'hub' in window

  return {
    responses,
    calls,
    pageHeaders,
    hub,
    site,
    newPage,
    async openHub(query = '') {
      const page = await newPage()
      await page.goto(toHubUrl(query))
      await page.waitForFunction(isLoaded)
      return page
    },
    async frameHub(query = '') {
      const host = await openSite()
      await host.evaluate((src) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src }))
      }, toHubUrl(query))
      const frame = await (await host.waitForSelector('iframe')).contentFrame()
      if (!frame) throw new Error('No frame')
      await frame.waitForFunction(isLoaded)
      return { host, hub: frame }
    },
    async popUpHub(query = '') {
      const host = await openSite()
      const [popup] = await Promise.all([
        host.waitForEvent('popup'),
        host.evaluate((url) => void window.open(url), toHubUrl(query)),
      ])
      await popup.waitForFunction(isLoaded)
      return { host, hub: popup }
    },
    async close() {
      await browser.close()
      hubServer.close()
      siteServer.close()
    },
  }
}

const siteScript = `<script>
  window.received = []
  addEventListener('message', ({ origin, data }) => received.push({ origin, data }))
</script>`

function sendPage(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><title>A page of the stage</title><link rel="icon" href="data:,"><body>${body}`,
  )
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Server> {
  const server = createServer(handle)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('hub-page.ts', import.meta.url))
  const outcome = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [sharedErrors],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  })
  if (!('output' in outcome)) throw new Error('The build has several outputs')
  return outcome.output[0].code
}
