/** A saving game on the SDK, steered by a test. The page at `/?merge` merges conflicts by itself. */
import { readFileSync } from 'node:fs'
import { startLocalServer } from '@playhub/test-kit/local-server'
import type { Frame, Page } from 'playwright-core'
import { openBrowser } from '../environment/browser.ts'
import { copyContent } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'
import { journey } from '../environment/journey.ts'

/** Asks the player in a conflict. */
export const savesGameUrl = '/games/en/islandm3/?play=1'
/** Merges by itself: it keeps the names of both sides. */
export const mergingGameUrl = '/games/en/neuroarena/?play=1'

const gamePage = (hubUrl: string) => `<!doctype html><title>Game</title><link rel="icon" href="data:,">
<script src="/playhub.js"></script><body><script>
const isMerging = location.search.includes('merge')
const mergeSave = (key, { mine, theirs, base }) => ({ names: [mine, theirs].flatMap((side) => side?.names ?? []) })
window.changes = []
window.early = Playhub.storage.getItem('level')
Playhub.connect({ hubOrigins: ['${hubUrl}'], ...(isMerging && { mergeSave }) }).then((hub) => {
  hub.onSaves(async (key) => changes.push([key, await hub.saves.get(key)]))
  window.hub = hub
  hub.ready()
})
</script>`

async function startSavesGame(): Promise<TestEnvironment> {
  let hubUrl = ''
  // The hub serves the last released version.
  const sdk = readFileSync(new URL('../../../packages/game-sdk/dist/playhub.js', import.meta.url))
  const site = await startLocalServer(({ url }, response) => {
    if (url === '/playhub.js') return void response.setHeader('content-type', 'text/javascript').end(sdk)
    response.setHeader('content-type', 'text/html').end(gamePage(hubUrl))
  })
  const content = copyContent()
  for (const [id, path] of [
    ['islandm3', '/'],
    ['neuroarena', '/?merge'],
  ] as const) {
    content.project(id, (yaml) =>
      yaml
        .replace('origins:', `origins:\n  - ${site.url}`)
        .replace(/frameUrl: .*/, `frameUrl: ${site.url}${path}`),
    )
  }
  const environment = await startEnvironment({ CONTENT_DIR: content.dir })
  hubUrl = environment.hubUrl
  return {
    ...environment,
    close: async () => void (await Promise.all([environment.close(), site.close()])),
  }
}

export const savesJourney = () => journey({ start: startSavesGame, openBrowser })

/** The globals of the game's page. */
export type SavesWindow = {
  hub: import('@playhub/game-sdk').Hub
  changes: [string, unknown][]
  early: string | null
}
declare const window: SavesWindow

/** Opens the game and waits until it is connected. */
export async function openSavesGame(page: Page, url = savesGameUrl): Promise<Frame> {
  await page.goto(url)
  return connectedFrame(page)
}

export async function connectedFrame(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await frame.waitForFunction(() => window.hub)
  return frame
}
