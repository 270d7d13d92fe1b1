/** Every screen in both languages and themes, on a phone and on a wide screen. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, openBrowser } from './browser.ts'
import { troubleWithLongTexts } from './long-texts.ts'
import { type Screen, screens } from './screen-list.ts'
import { startWorldWithSingleGame, visit } from './visit.ts'
import type { Language } from './words.ts'
import type { World } from './world.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorldWithSingleGame(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const wide = { width: 1440, height: 900 }
const phone = { width: 360, height: 780 }
/** Between the two languages every width is seen in both themes. */
const themes = { ru: ['dark', 'light'], en: ['light', 'dark'] } as const

test.each(screens)('$name: sound in both languages, on a phone and on a wide screen', async (screen) => {
  const [ru, en] = await Promise.all([troubleWith(screen, 'ru'), troubleWith(screen, 'en')])
  expect({ ru, en }).toEqual({ ru: [], en: [] })
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

async function troubleWith(screen: Screen, language: Language): Promise<string[]> {
  const [first, second] = themes[language]
  const visitor = await visit(browser, world, screen, { language, ...wide, colorScheme: first })
  const { page, context } = visitor
  try {
    const onWide = await troubleOn(page, screen, language)
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: second })
    const onPhone = await troubleOn(page, screen, language)
    const withLongTexts = screen.endsAt ? [] : await troubleWithLongTexts(page)
    const complaints = visitor.complaints.filter((complaint) => !screen.complains?.test(complaint))
    return [
      ...onWide.map((trouble) => `${wide.width}: ${trouble}`),
      ...onPhone.map((trouble) => `${phone.width}: ${trouble}`),
      ...withLongTexts.map((trouble) => `${phone.width}, texts 30 % longer: ${trouble}`),
      ...complaints.map((complaint) => `console: ${complaint}`),
    ]
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
