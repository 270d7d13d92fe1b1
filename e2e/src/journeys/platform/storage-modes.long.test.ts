/** A sample game as an uploaded build, in each way in which browsers treat the storage of a frame. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtSite, readSample, writeSample } from '@playhub/server/sample-site'
import type { Browser, Frame, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openBrowser, openBrowserWithThirdParties } from '../../environment/browser.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { payByCard } from '../../steps/payment.ts'

const t = translator('en')

type Mode = {
  openBrowser: () => Promise<Browser>
  /** Place the build is served from. */
  env?: (hubUrl: string, gamesUrl: string) => Record<string, string>
  frameUrl: RegExp
}

const ownOrigin = /^http:\/\/islandm3\.games\.localhost:\d+\/v\/1\/index\.html/
const modes: Record<string, Mode> = {
  partitioned: { openBrowser, frameUrl: ownOrigin },
  refused: {
    openBrowser: () => openBrowserWithThirdParties('blocked'),
    frameUrl: ownOrigin,
  },
  // All games share an opaque origin.
  opaque: {
    openBrowser,
    env: (_hubUrl, gamesUrl) => ({ GAME_FILES_URL: gamesUrl.replace('localhost', '127.0.0.1') }),
    frameUrl: /^http:\/\/127\.0\.0\.1:\d+\/islandm3\/v\/1\/index\.html/,
  },
}

async function startWithBuild({ env = () => ({}) }: Mode): Promise<TestEnvironment> {
  const environment = await startEnvironment(env)
  const folder = mkdtempSync(join(tmpdir(), 'playhub-sample-'))
  writeSample(readSample('islandm3', builtSite), folder)
  await environment.runCommand('games', 'publish', 'islandm3', folder)
  return environment
}

async function findFrame(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  return frame
}

const hasStorage = (frame: Frame) =>
  frame.evaluate(() => {
    try {
      return localStorage.length >= 0
    } catch {
      return false
    }
  })

const tests = Object.entries(modes).map(([name, mode]) => {
  const test = journey({ start: () => startWithBuild(mode), openBrowser: mode.openBrowser })
  return { name, mode, test }
})

describe.each(tests)('with $name storage', ({ name, mode, test }) => {
  test('a player opens the menu, buys, reloads and goes on', async ({ openTab, player }) => {
    const { page } = await openTab({ player })
    await page.goto('/games/en/islandm3/?play=1')
    const game = page.frameLocator('#game-frame')
    await game.getByRole('button', { name: 'Play' }).first().click()
    const frame = await findFrame(page)
    expect(frame.url()).toMatch(mode.frameUrl)
    // Perhaps in the memory of the page.
    expect(await hasStorage(frame)).toBe(true)
    await game.getByRole('button', { name: 'Shop' }).first().click()
    await game.getByRole('button', { name: /^Buy Hint pack for/ }).click()
    await payByCard(page)
    await game.getByRole('heading', { name: 'Hint pack is yours!' }).waitFor()
    await game.getByRole('button', { name: 'Thank you' }).click()
    await game.getByText('Hint, 8 left').waitFor({ state: 'attached' })

    await page.reload()
    await game.getByText('Hint, 8 left').waitFor({ state: 'attached' })
  })

  if (name === 'opaque')
    test('a page that the game opens in its place gets no port, and the player gets the game back', async ({
      openTab,
      player,
    }) => {
      const { page, allowConsoleErrors } = await openTab({ player })
      allowConsoleErrors(/The hub refuses this page/)
      await page.goto('/games/en/islandm3/?play=1')
      const game = page.frameLocator('#game-frame')
      await game.getByRole('button', { name: 'Play' }).first().waitFor()
      const frame = await findFrame(page)
      await frame.waitForLoadState('load')
      await frame.evaluate(() => location.reload())
      await page.getByText(t('play:issue.left')).waitFor()
      await page.getByRole('button', { name: t('play:issue.back'), exact: true }).click()
      await page.getByText(t('play:issue.left')).waitFor({ state: 'detached' })
      await game.getByRole('button', { name: 'Play' }).first().click()
      await game.getByRole('button', { name: 'Shop' }).first().click()
      await game.getByRole('button', { name: /^Buy Hint pack for/ }).waitFor()
    })
})
