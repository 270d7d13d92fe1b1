import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { build, type Rolldown } from 'vite'

const CHROMIUM_FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'

/** Test support: a real browser and one server per origin, each serving one bundled page. */
export interface Stage {
  browser: Browser
  hub: string
  /** A listed origin; another site than the hub, as real games are. */
  game: string
  /** The same page at an origin that nobody listed. */
  stranger: string
  close(): Promise<void>
}

export async function buildStage(): Promise<Stage> {
  const [hubScript, gameScript] = await Promise.all([bundle('hub-page.ts'), bundle('game-page.ts')])
  const servers = await Promise.all([serve(hubScript), serve(gameScript), serve(gameScript)])
  const [hub, game, stranger] = servers.map((server) => (server.address() as AddressInfo).port)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: CHROMIUM_FLAGS.split(' '),
  })
  return {
    browser,
    hub: `http://localhost:${hub}`,
    game: `http://127.0.0.1:${game}`,
    stranger: `http://127.0.0.1:${stranger}`,
    async close() {
      await browser.close()
      for (const server of servers) server.close()
    },
  }
}

async function bundle(page: string): Promise<string> {
  const entry = fileURLToPath(new URL(`test-pages/${page}`, import.meta.url))
  const outcome = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  })
  return (outcome as Rolldown.RolldownOutput).output[0].code
}

async function serve(script: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>A page of the stage</title><body><script type="module">${script}</script>`,
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}
