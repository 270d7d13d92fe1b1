import { AxeBuilder } from '@axe-core/playwright'
import { flagsWithoutFrameStorage, launchChromium } from '@playhub/test-kit/chromium'
import type { Browser, BrowserContext, ConsoleMessage, Frame, Page, Request } from 'playwright-core'
import type { AddedLanguage } from './languages.ts'
import { removeNewerBuiltins } from './older-browser.ts'
import type { Language } from './translator.ts'

export { openBrowserWithThirdParties } from '@playhub/test-kit/third-parties'

/** With `FRAME_STORAGE=refused`, games in frames get no storage; by default theirs is partitioned, as players' is. */
export function openBrowser(): Promise<Browser> {
  return launchChromium(process.env.FRAME_STORAGE === 'refused' ? flagsWithoutFrameStorage : undefined)
}

/** A page in its own browser context. */
export type Tab = {
  page: Page
  context: BrowserContext
  /** Console errors, warnings and uncaught exceptions from all pages in the context. */
  consoleErrors: string[]
  /** All URLs requested in the context. */
  requestedUrls: string[]
  /** Matching console errors are expected. */
  allowConsoleErrors(expected: RegExp): void
  /** @throws Error  on an unexpected console error */
  expectNoConsoleErrors(): void
  /** Each page's URL, focus and text, requests without a response, and the console: what a failed test's log needs. */
  describe(): Promise<string>
  /** Closes the context and drops the errors of waiting route handlers. */
  close(): Promise<void>
}

const locales = { ru: 'ru-RU', en: 'en-US', de: 'de-DE', ja: 'ja-JP' }

export type TabOptions = {
  baseUrl: string
  language?: Language | AddedLanguage
  width?: number
  height?: number
  colorScheme?: 'dark' | 'light'
  hasTouch?: boolean
  /** Blocked by default: service worker requests bypass `page.route`. */
  serviceWorkers?: 'allow' | 'block'
  /** Lets a test add what the page's Content-Security-Policy forbids. */
  bypassCSP?: boolean
}

export async function openTab(browser: Browser, options: TabOptions): Promise<Tab> {
  const { baseUrl, language = 'en', width = 1440, height = 900, colorScheme = 'dark', bypassCSP } = options
  const { serviceWorkers = 'block', hasTouch } = options
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale: locales[language],
    viewport: { width, height },
    colorScheme,
    hasTouch,
    reducedMotion: 'reduce',
    bypassCSP,
    serviceWorkers,
  })
  if (process.env.BUILTINS === 'older') await context.addInitScript(removeNewerBuiltins)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl })
  const page = await context.newPage()
  const consoleErrors: string[] = []
  context.on('console', (message) => {
    const isReported = message.type() === 'error' || message.type() === 'warning'
    if (isReported && !isFromPlaywright(message.text())) consoleErrors.push(describe(message))
  })
  context.on('weberror', (error) => consoleErrors.push(String(error.error())))
  const requestedUrls: string[] = []
  const pending = new Set<Request>()
  context.on('request', (request) => {
    requestedUrls.push(request.url())
    pending.add(request)
  })
  context.on('requestfinished', (request) => pending.delete(request))
  context.on('requestfailed', (request) => pending.delete(request))
  const allowed: RegExp[] = []
  let closing: Promise<void> | undefined
  function expectNoConsoleErrors(): void {
    const unexpected = consoleErrors.filter((error) => !allowed.some((each) => each.test(error)))
    if (unexpected.length > 0) throw new Error(`Console errors:\n${unexpected.join('\n')}`)
  }
  return {
    page,
    context,
    consoleErrors,
    requestedUrls,
    allowConsoleErrors: (expected) => void allowed.push(expected),
    expectNoConsoleErrors,
    async describe() {
      const pages = await Promise.all(context.pages().map(describePage))
      const waiting = [...pending].map((request) => `waiting: ${request.method()} ${request.url()}`)
      return [...pages, ...waiting, ...consoleErrors.map((error) => `console: ${error}`)].join('\n')
    },
    close: () => (closing ??= closeContext(context)),
  }
}

async function closeContext(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

const maxShownChars = 1000
const describeMs = 5000

/** A hanging page is named by its URL. */
async function describePage(page: Page): Promise<string> {
  const read = (maxChars: number) => {
    const focused = document.activeElement?.outerHTML.slice(0, 200)
    // biome-ignore lint/performance/useDomNodeTextContent: `textContent` has scripts and hidden text, too
    const text = document.body.innerText.replace(/\s*\n\s*/g, ' | ')
    return `focus: ${focused}\n${text.slice(0, maxChars)}`
  }
  const hung = new Promise<string>((resolve) => setTimeout(resolve, describeMs, 'does not respond'))
  const state = page.evaluate(read, maxShownChars).catch(String)
  return `page ${page.url()}\n${await Promise.race([state, hung])}`
}

/** A failed request's message does not name its address. */
const describe = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource')
    ? `${message.text()} ${message.location().url}`
    : message.text()

const isFromPlaywright = (text: string) => text === 'Service Worker registration blocked by Playwright'

/** Holds the requests to matching URLs, until they are released. */
export async function holdRequests(
  page: Page,
  url: RegExp,
): Promise<{ isSent: Promise<void>; release(): void }> {
  const sent = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    sent.resolve()
    await released.promise
    await route.continue()
  })
  return { isSent: sent.promise, release: released.resolve }
}

/** Axe rules run only on request. */
const optInRules = [
  'target-size',
  'identical-links-same-purpose',
  'label-content-name-mismatch',
  'focus-order-semantics',
  'css-orientation-lock',
  'table-fake-caption',
  'td-has-header',
]
const rules = Object.fromEntries(optInRules.map((rule) => [rule, { enabled: true }]))

/** Runs an action after which the page closes itself. A click closing its own page may be reported as failed. */
export async function untilClosed(page: Page, action: () => Promise<unknown>): Promise<void> {
  const closed = page.waitForEvent('close')
  await action().catch((error: unknown) => {
    if (!page.isClosed()) throw error
  })
  await closed
}

/** @returns  axe's violations in the page and its frames, as "rule: selector" */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await finishAnimations(page)
  // Faster: axe neither describes passing elements nor fetches style sheets for a rule switched off.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false, rules })
  // A page without frames has no results to merge, which axe does in a separate page.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Finishes every animation: halfway between two themes, axe would compare colours from both. */
export async function finishAnimations(page: Page): Promise<void> {
  await Promise.all(page.frames().map(finishFrameAnimations))
}

async function finishFrameAnimations(frame: Frame): Promise<void> {
  const finish = async () => {
    // A frame of another site draws nothing while it is out of view.
    const nextFrame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve)
        setTimeout(resolve, 100)
      })
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    // An ending animation may start another.
    for (let round = 0; round < 3; round++) {
      await nextFrame()
      await nextFrame()
      const running = document.getAnimations().filter(ends)
      if (running.length === 0) return
      for (const animation of running) animation.finish()
    }
    await nextFrame()
  }
  // The frame may be gone by now.
  await frame.evaluate(finish).catch(() => undefined)
}

/**
 * Observes a page once its fonts have loaded.
 * @returns a function listing the elements moved since.
 */
export async function observeLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  const elements = await page.evaluateHandle(async () => {
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
    const elements: string[] = []
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        elements.push(...sources.map(({ node }) => (node instanceof Element ? node.outerHTML : 'a text')))
    }).observe({ type: 'layout-shift' })
    return elements
  })
  return () =>
    elements.evaluate(
      (elements) =>
        new Promise<string[]>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(elements)))),
    )
}

/**
 * Runs in the page. Pages from the server hydrate later. @returns  true when React has hydrated the selected element
 */
export function isHydrated(selector: string): boolean {
  const element = document.querySelector(selector)
  return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
}
