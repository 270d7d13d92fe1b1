/** A game's own site, of another site than the hub: it frames the hub or opens it, and keeps what it hears. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ResultEnvelope } from '@playhub/contract/events'
import type { Frame, Page } from 'playwright-core'

export type HostSite = {
  /** The origin that projects list. `127.0.0.1` and `localhost` are different sites to a browser. */
  url: string
  /** The same pages at an origin that no project lists. */
  strangerUrl: string
  close(): Promise<void>
}

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The site of a game</title>
<link rel="icon" href="data:,">
<style>iframe { width: 100%; height: 90vh; border: 0 }</style>
<script>
  window.heard = []
  addEventListener('message', ({ origin, data }) => heard.push({ origin, data }))
</script>
<main aria-label="The game"><h1>The site of a game</h1></main>`

export async function startHostSite(): Promise<HostSite> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    strangerUrl: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Shows the hub in a frame of the page. */
export async function frameHub(host: Page, address: string): Promise<Frame> {
  const frame = await host.evaluateHandle((src) => {
    const iframe = Object.assign(document.createElement('iframe'), { src, title: 'Playhub' })
    document.querySelector('main')?.append(iframe)
    return iframe
  }, address)
  const hub = await frame.contentFrame()
  if (!hub) throw new Error('The frame has gone')
  return hub
}

/** Opens the hub in a popup of the page. */
export async function popUpHub(host: Page, address: string): Promise<Page> {
  const [hub] = await Promise.all([
    host.waitForEvent('popup'),
    host.evaluate((to) => void window.open(to, '_blank', 'popup,width=900,height=800'), address),
  ])
  return hub
}

export type Heard = { origin: string; data: ResultEnvelope }
declare const window: Window & { heard: Heard[] }

/** Everything that the page has heard, once it has heard so many results. */
export async function heardBy(host: Page, count = 1): Promise<Heard[]> {
  await host.waitForFunction((wanted) => window.heard.length >= wanted, count)
  return heardSoFar(host)
}

export const heardSoFar = (host: Page): Promise<Heard[]> => host.evaluate(() => window.heard)
