/** A hub's page and a game's at two sites, in a browser with the frames of players' browsers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '@playhub/test-kit/chromium'
import type { Browser } from 'playwright-core'
import { buildSdk } from '../build.ts'

export interface Sites {
  browser: Browser
  /** Two origins of one server, each at another site. */
  hub: string
  game: string
  close(): Promise<void>
}

/**
 * @param toBody  The page or script (`.js`) at a URL. Undefined: 404.
 */
export async function openSites(
  toBody: (url: URL, readScript: (file: string) => string) => string | undefined,
): Promise<Sites> {
  const outDir = mkdtempSync(join(tmpdir(), 'playhub-sites-'))
  await buildSdk({ outDir })
  const readScript = (file: string) => readFileSync(join(outDir, file), 'utf8')
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const body = toBody(url, readScript)
    const type = url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const browser = await launchChromium()
  const { port } = server.address() as AddressInfo
  return {
    browser,
    hub: `http://localhost:${port}`,
    game: `http://127.0.0.1:${port}`,
    async close() {
      await browser.close()
      server.close()
      rmSync(outDir, { recursive: true })
    },
  }
}
