/** A game without the SDK, which does what the boot script of a hosted game does, for a test to steer. */
import { createServer, type Server } from 'node:http'
import { getPort } from '@playhub/test-kit/server-port'
import type { Frame, Page } from 'playwright-core'
import { copyContent } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'

export const plainGameUrl = '/games/en/islandm3/?play=1'

const gamePage = `<!doctype html><title>Game</title><body><button id="key">key</button><script>
const prefix = 'playhub:1:'
window.startData = window.name.startsWith(prefix) ? JSON.parse(window.name.slice(prefix.length)) : null
window.name = ''
window.received = []
window.send = (event, more) => parent.postMessage({ type: 'playhub:boot', playId: startData?.playId, event, ...more }, '*')
addEventListener('message', ({ data }) => {
  received.push(data)
  if (data.type === 'playhub:boot' && data.event === 'ping' && !window.isHung) send('pong')
})
if (startData && !location.search.includes('other')) send('started')
</script>`

export type GameWindow = {
  startData: Record<string, unknown> | null
  received: { type: string; event: string; isMuted?: boolean }[]
  isHung?: boolean
  send(event: string, more?: object): void
}
declare const window: GameWindow

async function startSite(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(gamePage)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { server, url: `http://127.0.0.1:${getPort(server)}` }
}

/** A hub whose island is a game without the SDK; the arena is the same game at an unlisted origin. */
export async function startPlainGame(): Promise<TestEnvironment> {
  const { server, url } = await startSite()
  const content = copyContent()
  content.project('islandm3', (yaml) =>
    yaml.replace('origins:', `origins:\n  - ${url}`).replace(/frameUrl: .*/, `frameUrl: ${url}/`),
  )
  content.project('neuroarena', (yaml) => yaml.replace(/frameUrl: .*/, `frameUrl: ${url}/`))
  const environment = await startEnvironment({ CONTENT_DIR: content.dir })
  return {
    ...environment,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await environment.close()
    },
  }
}

export async function openPlainGame(page: Page, url = plainGameUrl): Promise<Frame> {
  await page.goto(url)
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await frame.waitForFunction(() => window.received !== undefined)
  return frame
}
