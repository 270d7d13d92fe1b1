/** A game's own site, cross-site to the hub: it opens the hub in a frame or a popup and keeps the messages it receives. */
import type { ResultEnvelope } from '@playhub/contract/events'
import { type LocalServer, startLocalServer } from '@playhub/test-kit/local-server'
import type { Frame, Page } from 'playwright-core'

/** Projects list `url`. To a browser, `127.0.0.1` and `localhost` are different sites. */
export type HostSite = LocalServer & {
  /** The same pages at an unlisted origin. */
  unlistedUrl: string
}

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The site of a game</title>
<link rel="icon" href="data:,">
<style>iframe { width: 100%; height: 90vh; border: 0 }</style>
<script>
  window.received = []
  addEventListener('message', ({ origin, data }) => received.push({ origin, data }))
</script>
<main aria-label="The game"><h1>The site of a game</h1></main>`

export async function startHostSite(): Promise<HostSite> {
  const server = await startLocalServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  return { ...server, unlistedUrl: `http://localhost:${server.port}` }
}

/** @param allow  Features granted to the frame. */
export async function embedHub(host: Page, url: string, allow = ''): Promise<Frame> {
  const attributes = { src: url, title: 'Playhub', allow }
  const element = await host.evaluateHandle((given) => {
    const iframe = Object.assign(document.createElement('iframe'), given)
    document.querySelector('main')?.append(iframe)
    return iframe
  }, attributes)
  const hub = await element.contentFrame()
  if (!hub) throw new Error('The iframe has no content frame')
  return hub
}

export async function openHubPopup(host: Page, url: string): Promise<Page> {
  const [hub] = await Promise.all([
    host.waitForEvent('popup'),
    host.evaluate((to) => void window.open(to, '_blank', 'popup,width=900,height=800'), url),
  ])
  return hub
}

export type ReceivedMessage = { origin: string; data: ResultEnvelope }
declare const window: Window & { received: ReceivedMessage[] }

/** Waits for `count` messages. @returns  all messages of the page */
export async function receivedBy(host: Page, count = 1): Promise<ReceivedMessage[]> {
  await host.waitForFunction((expected) => window.received.length >= expected, count)
  return receivedSoFar(host)
}

export const receivedSoFar = (host: Page): Promise<ReceivedMessage[]> => host.evaluate(() => window.received)
