import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { vi } from 'vitest'
import { sharedTest } from './fixtures.ts'

const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

interface OpenedPage {
  page: Page
  /** Everything the console printed. A correct page prints nothing. */
  consoleMessages: string[]
}

vi.setConfig({ testTimeout: 60_000 })

/** Gives all tests of a file one sandbox and one browser. The pages of a test are closed at its end. */
export const browserTest = sharedTest
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await chromium.launch(CHROMIUM)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('openPage', ({ browser }, { onCleanup }) => {
    const contexts: BrowserContext[] = []
    onCleanup(async () => {
      for (const context of contexts) await context.close()
    })
    return async (options: BrowserContextOptions = {}): Promise<OpenedPage> => {
      const context = await browser.newContext({ locale: 'en-GB', ...options })
      contexts.push(context)
      const page = await context.newPage()
      const consoleMessages: string[] = []
      page.on('console', (message) => consoleMessages.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => consoleMessages.push(`error: ${error.message}`))
      return { page, consoleMessages }
    }
  })

/** The accessibility violations found by axe, frames included. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
