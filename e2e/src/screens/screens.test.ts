/** Every screen in both languages and themes: sound on a phone and on a wide screen, and as it was at every width. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesSince } from './baselines.ts'
import { accessibilityViolations, openBrowser } from '../environment/browser.ts'
import { show, type View, views } from './capture.ts'
import { troubleWithLongTexts } from './long-texts.ts'
import { type Screen, screens } from './screen-list.ts'
import { type Tile, takeTile } from './sheet.ts'
import { troubleOnTabWalk } from './tab-order.ts'
import { startWorldWithSingleGame, visit } from './visit.ts'
import type { Language } from '../environment/translator.ts'
import type { World } from '../environment/test-environment.ts'

let world: World
let browser: Browser
let darkroom: Page

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorldWithSingleGame(), openBrowser()])
  darkroom = await browser.newPage()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const wide = { width: 1440, height: 900 }
const phone = { width: 360, height: 780 }
/** Between the two languages both of these widths are searched in both themes. */
const searched = {
  ru: { 1440: 'dark', 360: 'light' },
  en: { 1440: 'light', 360: 'dark' },
} as const

/** Where the page is walked by Tab. */
const walked = { ru: phone, en: wide }

const isSearched = ({ width, theme }: View, language: Language) =>
  Object.entries(searched[language]).some(([at, by]) => width === Number(at) && theme === by)

/** What is searched comes last at its width: axe opens a window for pages with frames, and ours loses its size. */
const viewsFor = (language: Language) =>
  views.toSorted(
    (one, other) =>
      other.width - one.width || Number(isSearched(one, language)) - Number(isSearched(other, language)),
  )

test.concurrent.each(screens)('$name: sound, and as it is pictured in the album', async (screen) => {
  const [ru, en] = await Promise.all([lookThrough(screen, 'ru'), lookThrough(screen, 'en')])
  const tiles = [...ru.tiles, ...en.tiles]
  const changes = tiles.length > 0 ? await changesSince(darkroom, screen.name, tiles) : []
  expect({ ru: ru.trouble, en: en.trouble, changes }).toEqual({ ru: [], en: [], changes: [] })
})

test('while a page only waits, its footer stands at the bottom of the window', async () => {
  const waiting = screens.filter(({ isWaiting }) => isWaiting)
  const seen = await Promise.all(
    waiting.map(async (screen) => {
      const { page, context } = await visit(browser, world, screen, { language: 'en', ...wide })
      const onWide = await isFooterPinned(page)
      await page.setViewportSize(phone)
      const onPhone = await isFooterPinned(page)
      await context.close()
      return { path: screen.name, onWide, onPhone }
    }),
  )
  expect(seen.length).toBeGreaterThanOrEqual(4)
  expect(seen).toEqual(seen.map(({ path }) => ({ path, onWide: true, onPhone: true })))
})

/** The page may take a frame to settle in its width. */
function isFooterPinned(page: Page): Promise<boolean> {
  const isPinned = () =>
    Math.round(document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0) === window.innerHeight
  return page.waitForFunction(isPinned, undefined, { timeout: 5000 }).then(
    () => true,
    () => false,
  )
}

test('a call of a page tells language, session, source, locale, project and who is signed in', async () => {
  const history = screens.find(({ name }) => name === 'transactions') as Screen
  const { page, context } = await visit(browser, world, history, { language: 'ru', ...wide })
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

/** One visit: every view is pictured, and some are searched for trouble. Where it ends is a screen of its own. */
async function lookThrough(
  screen: Screen,
  language: Language,
): Promise<{ trouble: string[]; tiles: Tile[] }> {
  const { page, context, complaints } = await visit(browser, world, screen, { language, ...wide })
  const trouble: string[] = []
  const tiles: Tile[] = []
  try {
    for (const view of viewsFor(language)) {
      if (screen.endsAt && !isSearched(view, language)) continue
      await show(page, view)
      if (!screen.endsAt) tiles.push(await takeTile(page, language, view))
      if (!isSearched(view, language)) continue
      const found = await troubleOn(page, screen, language)
      trouble.push(...found.map((each) => `${view.width}: ${each}`))
    }
    if (!screen.endsAt) {
      const withLongTexts = await troubleWithLongTexts(page)
      trouble.push(...withLongTexts.map((each) => `texts 30 % longer: ${each}`))
      await page.setViewportSize(walked[language])
      trouble.push(...(await troubleOnTabWalk(page)).map((each) => `by Tab: ${each}`))
    }
    const unexpected = complaints.filter((complaint) => !screen.complains?.test(complaint))
    return { trouble: [...trouble, ...unexpected.map((each) => `console: ${each}`)], tiles }
  } finally {
    await context.close()
  }
}

/** A page laid out anew settles within a few frames; what stays too wide is too wide. */
function untilItFits(page: Page): Promise<unknown> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  return page.waitForFunction(fits, undefined, { timeout: 2000 }).catch(() => undefined)
}

async function troubleOn(page: Page, screen: Screen, language: Language): Promise<string[]> {
  await untilItFits(page)
  const seen = await page.evaluate(() => {
    const { scrollWidth, clientWidth, lang } = document.documentElement
    const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent.trim())
    return { overflow: scrollWidth - clientWidth, lang, headings, title: document.title }
  })
  return [
    ...(seen.overflow > 0 ? [`${seen.overflow} px too wide`] : []),
    ...(seen.lang === language ? [] : [`is in ${seen.lang}`]),
    ...(seen.headings.length === 1 ? [] : [`h1: ${seen.headings.join(' | ') || 'none'}`]),
    ...(/Playhub|Night City|M3/.test(seen.title) ? [] : [`title: "${seen.title}"`]),
    // Where it ends is a screen of its own, looked through once.
    ...(screen.endsAt ? [] : await accessibilityViolations(page)),
  ]
}
