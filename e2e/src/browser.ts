import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium, quietFlags } from '../../scripts/chromium.ts'

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), headless: true, args: quietFlags })
}

export type Visitor = {
  page: Page
  context: BrowserContext
  /** What the pages have complained of so far: console errors and warnings, and uncaught exceptions. */
  complaints: string[]
}

/** Somebody with a clean browser, whose every console complaint is noted. */
export async function newVisitor(
  browser: Browser,
  options: {
    baseUrl: string
    language?: 'ru' | 'en'
    width?: number
    height?: number
    colorScheme?: 'dark' | 'light'
  },
): Promise<Visitor> {
  const { baseUrl, language = 'en', width = 1440, height = 900, colorScheme = 'dark' } = options
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale: language === 'ru' ? 'ru-RU' : 'en-US',
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl })
  const page = await context.newPage()
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return { page, context, complaints }
}

/** What axe finds wrong with the page as it stands, frames and all: rule, and where. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  // Results of several frames are put together in a page of their own; without frames that is time lost.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
