import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FrameStage } from './frame-page.tsx'
import type { TestSdk } from './game-page.ts'
import { buildStage, type Stage, serve } from './test-environment.ts'

declare const window: {
  stage: FrameStage
  sdk: TestSdk
  game: Awaited<ReturnType<TestSdk['connect']>>
}

let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await buildStage()
}, 30_000)
afterAll(() => stage.close())
beforeEach(async () => {
  page = await stage.openPage('/frame')
})
afterEach(() => page.close())

type Props = Parameters<FrameStage['showGame']>[1]

async function showGame(iframeUrl: string, props: Props = {}): Promise<Frame> {
  const game = { project: 'islandm3', name: 'Island', iframeUrl, origins: [stage.game] }
  await page.evaluate(([framed, rest]) => window.stage.showGame(framed, rest), [game, props] as const)
  const frame = await (await page.waitForSelector('#game-frame', { state: 'attached' })).contentFrame()
  if (!frame) throw new Error('No frame')
  return frame
}

async function connectGame(props: Props = {}): Promise<Frame> {
  const frame = await showGame(`${stage.game}/`, props)
  await frame.waitForFunction(() => window.sdk !== undefined)
  await frame.evaluate(async () => {
    window.game = await window.sdk.connect({ local: false })
  })
  return frame
}

const loading = () => page.getByText('Turning the lights on…')
const retry = () => page.getByRole('button', { name: 'Try again' })

test('the frame has a fixed id, a title, a tight sandbox and the language in its address', async () => {
  await showGame(`${stage.game}/?level=2`, { language: 'ru' })
  const frame = page.getByTitle('Island, the game')
  expect(
    await frame.evaluate(({ attributes }) =>
      Object.fromEntries([...attributes].map((a) => [a.name, a.value])),
    ),
  ).toMatchObject({
    id: 'game-frame',
    src: `${stage.game}/?level=2&lng=ru`,
    allow: 'autoplay; fullscreen',
    sandbox: 'allow-scripts allow-forms allow-pointer-lock allow-same-origin',
    referrerpolicy: 'strict-origin',
  })
})

test('the loading screen stays until the game says ready, and the game then has the keyboard', async () => {
  const frame = await connectGame()
  await loading().waitFor()
  await frame.evaluate(() => window.game.ready())
  await loading().waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.id === 'game-frame')
  expect(await page.evaluate(() => window.stage.calls.at(-1))).toEqual(['onReady'])
})

test('a game that says nothing is shown once it has loaded', async () => {
  await showGame(`${stage.game}/silent`)
  await loading().waitFor({ state: 'detached' })
  expect(await retry().count()).toBe(0)
})

test('a server that does not answer is told, and trying again helps when it is back', async () => {
  const sleeping = await serve({})
  const { port } = sleeping.address() as AddressInfo
  await new Promise((closed) => sleeping.close(closed))

  await showGame(`http://127.0.0.1:${port}/silent`)
  await page.getByRole('alert').getByText('Island did not start').waitFor()

  const awake = await serve({ '/silent': '' }, port)
  await retry().click()
  await loading().waitFor()
  await loading().waitFor({ state: 'detached' })
  expect(await page.getByRole('alert').count()).toBe(0)
  awake.close()
})

test('a new language or player reaches the running game without a reload', async () => {
  const frame = await connectGame()
  await showGame(`${stage.game}/`, {
    language: 'ru',
    player: { id: 'player-2', name: 'Boris', isGuest: false },
  })
  await frame.waitForFunction(() => window.game.language === 'ru' && window.game.player.name === 'Boris')
  expect(new URL(frame.url()).searchParams.get('lng')).toBe('en')
})

test('a game that is called otherwise in another language keeps its bridge', async () => {
  const frame = await connectGame()
  const named = { project: 'islandm3', name: 'Остров', iframeUrl: `${stage.game}/`, origins: [stage.game] }
  await page.evaluate((game) => window.stage.showGame(game, { language: 'ru' }), named)
  await frame.waitForFunction(() => window.game.language === 'ru')
  const consumed = await frame.evaluate(() => window.game.consumePurchase('p-1'))
  expect(consumed.id).toBe('p-1')
})

test('what the game asks reaches the actions of the last render', async () => {
  const frame = await connectGame()
  await showGame(`${stage.game}/`)
  const consumed = await frame.evaluate(() => window.game.consumePurchase('p-1'))
  expect(consumed).toEqual({ id: 'p-1', alreadyConsumed: false })
})
