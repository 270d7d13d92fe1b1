import { getPort } from '@playhub/test-kit/server-port'
import type { Frame } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from './fixtures.ts'
import type { FrameTestPage } from './frame-page.tsx'
import type { TestSdk } from './game-page.ts'
import { serve } from './test-environment.ts'

declare const window: {
  framePage: FrameTestPage
  sdk: TestSdk
  game: Awaited<ReturnType<TestSdk['connect']>>
  received?: unknown[]
}

type Props = Parameters<FrameTestPage['showGame']>[1]

const test = browserTest()
  .extend('page', async ({ environment }, { onCleanup }) => {
    const page = await environment.openPage('/frame')
    onCleanup(() => page.close())
    return page
  })
  .extend('ui', ({ environment, page }) => {
    const showGame = async (iframeUrl: string, props: Props = {}): Promise<Frame> => {
      const game = { project: 'islandm3', name: 'Island', iframeUrl, origins: [environment.game] }
      await page.evaluate(([framed, rest]) => window.framePage.showGame(framed, rest), [game, props] as const)
      const frame = await (await page.waitForSelector('#game-frame', { state: 'attached' })).contentFrame()
      if (!frame) throw new Error('No frame')
      return frame
    }
    const connectGame = async (props: Props = {}): Promise<Frame> => {
      const frame = await showGame(`${environment.game}/`, props)
      await frame.waitForFunction(() => window.sdk !== undefined)
      await frame.evaluate(async () => {
        window.game = await window.sdk.connect({ local: false })
      })
      return frame
    }
    return {
      showGame,
      connectGame,
      loading: page.getByText('Loading the game…'),
      retry: page.getByRole('button', { name: 'Try again' }),
    }
  })

test('the frame has a fixed id, a title, a strict sandbox and the language in its address', async ({
  environment,
  page,
  ui,
}) => {
  await ui.showGame(`${environment.game}/?level=2`, { language: 'ru' })
  const frame = page.getByTitle('Island, the game')
  expect(
    await frame.evaluate(({ attributes }) =>
      Object.fromEntries([...attributes].map((a) => [a.name, a.value])),
    ),
  ).toMatchObject({
    id: 'game-frame',
    src: `${environment.game}/?level=2&lng=ru`,
    allow: 'accelerometer; autoplay; clipboard-write; fullscreen; gamepad; gyroscope; screen-wake-lock',
    sandbox: 'allow-scripts allow-forms allow-pointer-lock allow-same-origin allow-orientation-lock',
    referrerpolicy: 'strict-origin',
  })
})

test('the loading screen stays until the game sends ready, then the game has the keyboard focus', async ({
  page,
  ui,
}) => {
  const frame = await ui.connectGame()
  await ui.loading.waitFor()
  await frame.evaluate(() => window.game.ready())
  await ui.loading.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.id === 'game-frame')
})

test('a silent game is shown once it has loaded', async ({ environment, ui }) => {
  await ui.showGame(`${environment.game}/silent`)
  await ui.loading.waitFor({ state: 'detached' })
  expect(await ui.retry.count()).toBe(0)
})

test('a failure is shown when the server is down, and a retry succeeds when it is back', async ({
  page,
  ui,
}) => {
  const stopped = await serve({})
  const port = getPort(stopped)
  await new Promise((closed) => stopped.close(closed))

  await ui.showGame(`http://127.0.0.1:${port}/silent`)
  await page.getByRole('alert').getByText("Island didn't start").waitFor()

  const restarted = await serve({ '/silent': '' }, port)
  await ui.retry.click()
  await ui.loading.waitFor()
  await ui.loading.waitFor({ state: 'detached' })
  // The live region for later problems is there, and says nothing.
  expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
  restarted.close()
})

test('a new language or player reaches the running game without a reload', async ({ environment, ui }) => {
  const frame = await ui.connectGame()
  await ui.showGame(`${environment.game}/`, {
    language: 'ru',
    player: { id: 'player-2', name: 'Boris', isGuest: false },
  })
  await frame.waitForFunction(() => window.game.language === 'ru' && window.game.player.name === 'Boris')
  expect(new URL(frame.url()).searchParams.get('lng')).toBe('en')
})

test('a game learns how far a notch reaches into its frame, and when that changes', async ({ page, ui }) => {
  const devTools = await page.context().newCDPSession(page)
  const setNotch = (top: number) =>
    devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top, bottom: 0, left: 0, right: 0 } })
  await setNotch(50)
  const game = await ui.connectGame()
  const frame = await page.locator('#game-frame').boundingBox()
  const above = Math.round(frame?.y ?? 0)
  expect(await game.evaluate(() => window.game.safeArea)).toEqual({
    top: 50 - above,
    right: 0,
    bottom: 0,
    left: 0,
  })
  await game.evaluate(() => window.game.onSafeArea(({ top }) => (window.received = [top])))
  await setNotch(0)
  await page.setViewportSize({ width: 800, height: 400 })
  await game.waitForFunction(() => window.received?.[0] === 0)
})

test('a game whose name changes with the language keeps its bridge', async ({ environment, page, ui }) => {
  const frame = await ui.connectGame()
  const named = {
    project: 'islandm3',
    name: 'Остров',
    iframeUrl: `${environment.game}/`,
    origins: [environment.game],
  }
  await page.evaluate((game) => window.framePage.showGame(game, { language: 'ru' }), named)
  await frame.waitForFunction(() => window.game.language === 'ru')
  const consumed = await frame.evaluate(() => window.game.consumePurchase('p-1'))
  expect(consumed.id).toBe('p-1')
})

test('requests of the game use the actions of the latest render', async ({ environment, ui }) => {
  const frame = await ui.connectGame()
  await ui.showGame(`${environment.game}/`)
  const consumed = await frame.evaluate(() => window.game.consumePurchase('p-1'))
  expect(consumed).toEqual({ id: 'p-1', alreadyConsumed: false })
})
