/** `test` for journeys in a game: the SDK README's sample, which also sends legacy messages where a test needs them. */
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ApiPlayer, call, storeLogin } from '../environment/api.ts'
import { openBrowserWithThirdParties } from '../environment/browser.ts'
import { copyContent } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'
import { journey } from '../environment/journey.ts'
import { startSdkSite } from './sdk-site.ts'

export type Game = { page: Page; frame: Frame }
export const soldItemId = 'islandm3-hints'
export const gameUrl = '/games/en/islandm3/?play=1'

async function startWithSdkSite(): Promise<TestEnvironment> {
  const site = await startSdkSite(soldItemId)
  const content = copyContent()
  content.project('islandm3', (yaml) =>
    yaml
      .replace('origins:', `origins:\n  - ${site.url}`)
      .replace(/frameUrl: .*/, `frameUrl: ${site.url}/`)
      // Tests score at once.
      .replace(/minPlaySeconds: .*/, 'minPlaySeconds: 0'),
  )
  const environment = await startEnvironment({ CONTENT_DIR: content.dir })
  site.useHub(environment.hubUrl)
  return { ...environment, close: async () => void (await Promise.all([environment.close(), site.close()])) }
}

/** Waits until the game on the page has granted earlier purchases. */
export async function gameOn(page: Page): Promise<Game> {
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await frame.locator('body[data-game=ready]').waitFor()
  return { page, frame }
}

/** Global defined by the SDK script. */
declare const Playhub: typeof import('@playhub/game-sdk')
const sdkScript = fileURLToPath(new URL('../../../packages/game-sdk/dist/playhub.js', import.meta.url))

export type ConnectedHub = Awaited<ReturnType<typeof connectSource>>

/** Connects a game by the SDK of this source: the sample and the hub have the released one. */
export async function connectSource(frame: Frame, hubUrl: string) {
  await frame.addScriptTag({ path: sdkScript })
  return frame.evaluateHandle((origin) => Playhub.connect({ hubOrigins: [origin] }), hubUrl)
}

export function sdkGameJourney() {
  return (
    journey({ start: startWithSdkSite, openBrowser: () => openBrowserWithThirdParties('blocked') })
      /** Opens the game, logged in. */
      .extend(
        'openGameIn',
        ({ player: filePlayer }) =>
          async (page: Page, player = filePlayer): Promise<Game> => {
            await storeLogin(page, player)
            await page.goto(gameUrl)
            return gameOn(page)
          },
      )
      .extend('game', ({ tab, openGameIn }) => {
        // The browser logs calls refused by the hub.
        tab.allowConsoleErrors(/status of 404/)
        return openGameIn(tab.page)
      })
      /** Opens a payment as the game's own server does. */
      .extend(
        'orderByServer',
        ({ environment, player: filePlayer }) =>
          async (project: string, item: string, { userId, jwt }: ApiPlayer = filePlayer) => {
            // A game server may order for players only who have opened its game.
            await call(environment, 'POST', '/me/library/played', { jwt, body: { project } })
            const response = await fetch(`${environment.hubUrl}/api/server/v1/payments`, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                authorization: `Bearer sandbox_${project}`,
                'idempotency-key': crypto.randomUUID(),
              },
              body: JSON.stringify({ playerId: userId, itemId: item }),
            })
            expect(response.status).toBeLessThan(300)
            return (await response.json()) as { id: string; url: string }
          },
      )
  )
}
