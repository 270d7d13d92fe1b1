import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { launchChromium } from '@playhub/test-kit/chromium'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import { test as base, expect } from 'vitest'
import { startGames } from '../server.ts'
import { type FakeHubOptions, startFakeHub } from './fake-hub.ts'

/**
 * A `test` with a built game on its own origin, a fake hub around it, and a browser. Any console output or exception in
 * a page fails the test.
 */
export function gameTest(game: Omit<FakeHubOptions, 'gameUrl'>) {
  return base
    .extend('game', { scope: 'file' }, game)
    .extend('site', { scope: 'file' }, async ({ game }, { onCleanup }) => {
      const root = await mkdtemp(join(tmpdir(), 'playhub-games-'))
      const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
      await build({ configFile, logLevel: 'silent', build: { outDir: root } })
      const gameUrl = () => `${games.url}/${game.project}/`
      const hub = await startFakeHub({ ...game, gameUrl })
      const games = await startGames({ port: 0, hubUrl: hub.url, root })
      onCleanup(async () => {
        await Promise.all([games.close(), hub.close()])
        await rm(root, { recursive: true, force: true })
      })
      return { gameUrl: gameUrl(), hubUrl: hub.url }
    })
    .extend('browser', { scope: 'file' }, async ({ game: _ }, { onCleanup }) => {
      const browser = await launchChromium()
      onCleanup(() => browser.close())
      return browser
    })
    .extend('newPage', async ({ browser }, { onCleanup }) => {
      const problems: string[] = []
      onCleanup(async () => {
        for (const context of browser.contexts()) await context.close()
        expect(problems).toEqual([])
      })
      return async (options: BrowserContextOptions = {}): Promise<Page> => {
        const viewport = { width: 900, height: 640 }
        const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options })
        const page = await context.newPage()
        page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`))
        page.on('pageerror', (error) => problems.push(error.message))
        return page
      }
    })
}

/** Checks the page with axe. */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page })
  // Legacy mode skips a helper page whose only job is merging results from several frames.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** Checks every card and its button: Escape must close the card. */
export async function expectAccessibleCards(page: Page, openers: readonly string[]): Promise<void> {
  const card = page.locator('dialog')
  for (const opener of openers) {
    await page.locator(opener).click()
    await card.waitFor()
    if (opener === '#shop') await card.locator('li').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
  }
}

/** Checks that visible elements neither overlap nor leave the viewport. */
export async function expectFit(page: Page, selector: string): Promise<void> {
  const boxes = await page
    .locator(selector)
    .evaluateAll((elements) =>
      elements
        .map((element) => element.getBoundingClientRect().toJSON() as DOMRect)
        .filter((box) => box.width > 0),
    )
  const overlaps = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const overlapping = boxes.flatMap((box, index) =>
    boxes.slice(index + 1).filter((other) => overlaps(box, other)),
  )
  expect(overlapping).toEqual([])
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (const box of boxes) {
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(width)
    expect(box.bottom).toBeLessThanOrEqual(height)
  }
}

/** Waits until the game has announced a text to screen readers. */
export const announced = (page: Page, text: RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()
