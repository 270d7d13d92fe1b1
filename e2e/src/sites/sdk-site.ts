/** A game team's site: the SDK README's sample on a page, which loads the SDK from the hub. */
import { readFileSync } from 'node:fs'
import { type LocalServer, startLocalServer } from '@playhub/test-kit/local-server'

type SdkSite = LocalServer & {
  /** URL of the SDK for the page. */
  useHub(hubUrl: string): void
}

/** @param itemId  The item sold instead of the README's gems. */
export async function startSdkSite(itemId: string): Promise<SdkSite> {
  let hub = ''
  const site = await startLocalServer(({ url = '/' }, response) => {
    const isPage = new URL(url, 'http://team').pathname === '/'
    const page = `${readSample(itemId, hub)}<link rel="icon" href="data:,">`
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(isPage ? page : '')
  })
  const useHub = (hubUrl: string) => {
    hub = hubUrl
  }
  return { ...site, useHub }
}

/** The README's sample. It marks the body as ready after its last line, when past purchases have been granted. */
function readSample(itemId: string, hubUrl: string): string {
  const readme = readFileSync(new URL('../../../packages/game-sdk/README.md', import.meta.url), 'utf8')
  const [, sample = ''] = /```html\n(.*?)```/s.exec(readme) ?? []
  return sample
    .replace('http://localhost:3000', hubUrl)
    .replaceAll('gems-100', itemId)
    .replace('hub.ready()', "hub.ready(); document.body.dataset.game = 'ready'")
}
