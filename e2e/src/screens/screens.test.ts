/** Every screen in both languages and themes: sound on a phone and on a wide screen, and the same as its baseline. */
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations, type Tab } from '../environment/browser.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import type { Language } from '../environment/translator.ts'
import { journey } from '../environment/journey.ts'
import { compareWithBaseline } from './baselines.ts'
import { applyVariant, type Variant, variants } from './capture.ts'
import { overflowsWithLongTexts } from './long-texts.ts'
import type { Screen } from './screen.ts'
import { screens } from './screen-list.ts'
import { type Tile, takeTile } from './sheet.ts'
import { tabOrderErrors } from './tab-order.ts'
import { startScreensEnvironment, visit } from './visit.ts'

const test = journey({ start: startScreensEnvironment }).extend(
  'canvasPage',
  { scope: 'file' },
  ({ browser }) => browser.newPage(),
)

const wide = { width: 1440, height: 900 }
const phone = { width: 360, height: 780 }
/** The variants whose content is inspected. The two languages together cover both widths in both themes. */
const inspected = {
  ru: { 1440: 'dark', 360: 'light' },
  en: { 1440: 'light', 360: 'dark' },
} as const

/** The viewport in which Tab walks the page. */
const tabViewport = { ru: phone, en: wide }

const isInspected = ({ width, theme }: Variant, language: Language) =>
  Object.entries(inspected[language]).some(([at, by]) => width === Number(at) && theme === by)

/** Inspected variants come last at their width: axe opens a page for results of frames, and ours loses its size. */
const variantsFor = (language: Language) =>
  variants.toSorted(
    (one, other) =>
      other.width - one.width || Number(isInspected(one, language)) - Number(isInspected(other, language)),
  )

test.concurrent.for(screens)('$name: sound, and like its baseline', async (screen, { browser, environment, canvasPage }) => {
  const [ru, en] = await Promise.all([
    inspectScreen(browser, environment, screen, 'ru'),
    inspectScreen(browser, environment, screen, 'en'),
  ])
  const tiles = [...ru.tiles, ...en.tiles]
  const changes = tiles.length > 0 ? await compareWithBaseline(canvasPage, screen.name, tiles) : []
  expect({ ru: ru.errors, en: en.errors, changes }).toEqual({ ru: [], en: [], changes: [] })
})

test('while a page only waits, its footer stays at the bottom of the window', async ({
  browser,
  environment,
}) => {
  const waiting = screens.filter(({ isWaiting }) => isWaiting)
  const results = await Promise.all(
    waiting.map(async (screen) => {
      const { page, context } = await visit(browser, environment, screen, { language: 'en', ...wide })
      const onWide = await isFooterPinned(page)
      await page.setViewportSize(phone)
      const onPhone = await isFooterPinned(page)
      await context.close()
      return { path: screen.name, onWide, onPhone }
    }),
  )
  expect(results.length).toBeGreaterThanOrEqual(4)
  expect(results).toEqual(results.map(({ path }) => ({ path, onWide: true, onPhone: true })))
})

/** The layout may take a frame to settle. */
function isFooterPinned(page: Page): Promise<boolean> {
  const isPinned = () =>
    Math.round(document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0) === window.innerHeight
  return page.waitForFunction(isPinned, undefined, { timeout: 5000 }).then(
    () => true,
    () => false,
  )
}

test('an API call carries language, session, source, locale, project and the login token', async ({
  browser,
  environment,
}) => {
  const history = screens.find(({ name }) => name === 'transactions') as Screen
  const { page, context } = await visit(browser, environment, history, { language: 'ru', ...wide })
  const [request] = await Promise.all([
    page.waitForRequest('**/api/payments/get-user-payments*'),
    page.goto('/transactions?session=a-session&source=mobile'),
  ])
  const headers = await request.allHeaders()
  expect(headers).toMatchObject({
    'frontend-language': 'ru',
    accept: 'application/json',
    session: 'a-session',
  })
  expect(headers).toMatchObject({ source: 'mobile', locale: 'ru', project: 'playhub' })
  expect(headers.authorization).toMatch(/^Bearer ./)
  expect(headers['x-xsrf-token']).toBe(/XSRF-TOKEN=([^;]+)/.exec(headers.cookie ?? '')?.[1])
  await context.close()
})

/** Visits a screen once: captures every variant and inspects some. A redirect is only inspected, where it ends. */
async function inspectScreen(
  browser: Browser,
  environment: TestEnvironment,
  screen: Screen,
  language: Language,
): Promise<{ errors: string[]; tiles: Tile[] }> {
  const tab = await visit(browser, environment, screen, { language, ...wide })
  const { page } = tab
  const errors: string[] = []
  const tiles: Tile[] = []
  try {
    for (const variant of variantsFor(language)) {
      if (screen.endsAt && !isInspected(variant, language)) continue
      await applyVariant(page, variant)
      if (!screen.endsAt) tiles.push(await takeTile(page, language, variant))
      if (!isInspected(variant, language)) continue
      const found = await inspectPage(page, screen, language)
      errors.push(...found.map((error) => `${variant.width}: ${error}`))
    }
    if (!screen.endsAt) {
      const overflows = await overflowsWithLongTexts(page)
      errors.push(...overflows.map((error) => `texts 30 % longer: ${error}`))
      await page.setViewportSize(tabViewport[language])
      errors.push(...(await tabOrderErrors(page)).map((error) => `by Tab: ${error}`))
    }
    return { errors: [...errors, ...consoleErrorsOf(tab, screen)], tiles }
  } finally {
    await tab.context.close()
  }
}

function consoleErrorsOf({ consoleErrors }: Tab, screen: Screen): string[] {
  return consoleErrors
    .filter((error) => !screen.consoleErrors?.test(error))
    .map((error) => `console: ${error}`)
}

/** A new layout settles within a few frames; what stays too wide is an error. */
function untilItFits(page: Page): Promise<unknown> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  return page.waitForFunction(fits, undefined, { timeout: 2000 }).catch(() => undefined)
}

async function inspectPage(page: Page, screen: Screen, language: Language): Promise<string[]> {
  await untilItFits(page)
  const { overflow, lang, headings, title } = await page.evaluate(() => {
    const { scrollWidth, clientWidth, lang } = document.documentElement
    const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent.trim())
    return { overflow: scrollWidth - clientWidth, lang, headings, title: document.title }
  })
  return [
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(lang === language ? [] : [`is in ${lang}`]),
    ...(headings.length === 1 ? [] : [`h1: ${headings.join(' | ') || 'none'}`]),
    ...(/Playhub|Night City|M3/.test(title) ? [] : [`title: "${title}"`]),
    // The page that a redirect ends at is a screen of its own.
    ...(screen.endsAt ? [] : await accessibilityViolations(page)),
  ]
}
