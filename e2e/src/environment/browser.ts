import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { ensureChromium, quietFlags } from '../../../scripts/chromium.ts'

export { openBrowserWithThirdParties } from '../../../scripts/third-parties.ts'

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), headless: true, args: quietFlags })
}

export type Visitor = {
  page: Page
  context: BrowserContext
  /** What the pages have complained of so far: console errors and warnings, and uncaught exceptions. */
  complaints: string[]
  /** The address of everything that the pages have asked for so far. */
  asked: string[]
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
    /** Lets a test put into a page what its own policy would not. */
    bypassCSP?: boolean
  },
): Promise<Visitor> {
  const { baseUrl, language = 'en', width = 1440, height = 900, colorScheme = 'dark', bypassCSP } = options
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale: language === 'ru' ? 'ru-RU' : 'en-US',
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    bypassCSP,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl })
  const page = await context.newPage()
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  return { page, context, complaints, asked }
}

/** Rules that axe leaves off unless it is asked for them. */
const rules = Object.fromEntries(
  [
    'target-size',
    'identical-links-same-purpose',
    'label-content-name-mismatch',
    'focus-order-semantics',
    'css-orientation-lock',
    'table-fake-caption',
    'td-has-header',
  ].map((rule) => [rule, { enabled: true }]),
)

/** What axe finds wrong with the page as it stands, frames and all: rule, and where. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await untilStill(page)
  // Of what is sound, axe would describe every element; style sheets it would load anew for a rule that is off.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false, rules })
  // Results of several frames are put together in a page of their own; without frames that is time lost.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Half-way from one theme to the other, text has the new colour and its ground still the old one. */
export async function untilStill(page: Page): Promise<void> {
  await Promise.all(page.frames().map(untilFrameStill))
}

async function untilFrameStill(frame: Frame): Promise<void> {
  const still = async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const endless = Number.POSITIVE_INFINITY
    const underWay = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== endless)
    // What ends may set off something more.
    for (let round = 0; round < 3; round++) {
      await nextFrame()
      await nextFrame()
      const ending = underWay()
      if (ending.length === 0) return
      for (const animation of ending) animation.finish()
    }
    await nextFrame()
  }
  // A frame that is gone by now has nothing left to look at.
  await frame.evaluate(still).catch(() => undefined)
}
