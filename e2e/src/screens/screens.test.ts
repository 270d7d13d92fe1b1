/**
 * Every screen in both themes: sound on a phone and on a wide screen, and the same as its baseline. The long form visits
 * each in both languages, the short one every fourth, in Russian and English by turns.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '../environment/environment.ts'
import { journey } from '../environment/journey.ts'
import type { Language } from '../environment/translator.ts'
import { compareWithBaseline } from './baselines.ts'
import { languages } from './capture.ts'
import { inspectScreen, phone, wide } from './inspect-screen.ts'
import type { Screen } from './screen.ts'
import { screens } from './screen-list.ts'
import { startScreensEnvironment, visit } from './visit.ts'

const test = journey({ start: startScreensEnvironment }).extend(
  'canvasPage',
  { scope: 'file' },
  ({ browser }) => browser.newPage(),
)

const visits = screens
  .filter((_, index) => isLong || index % 4 === 0)
  .map((screen, index) => ({
    name: screen.name,
    screen,
    visited: isLong ? languages : [languages[index % languages.length] as Language],
  }))

test.concurrent.for(visits)(
  '$name: sound, and like its baseline',
  async ({ screen, visited }, { browser, environment, canvasPage }) => {
    const found = await Promise.all(
      visited.map((language) => inspectScreen(browser, environment, screen, language)),
    )
    const errors = found.flatMap((one, index) => one.errors.map((error) => `${visited[index]}: ${error}`))
    const tiles = found.flatMap((one) => one.tiles)
    const changes = tiles.length > 0 ? await compareWithBaseline(canvasPage, screen.name, tiles) : []
    expect({ errors, changes }).toEqual({ errors: [], changes: [] })
  },
)

test('while a page only waits, its footer stays at the bottom of the window', async ({
  browser,
  environment,
}) => {
  const waiting = screens.filter(({ isWaiting }) => isWaiting)
  const results = await Promise.all(
    waiting.map(async (screen) => {
      const { page, close } = await visit(browser, environment, screen, { language: 'en', ...wide })
      const onWide = await isFooterPinned(page)
      await page.setViewportSize(phone)
      const onPhone = await isFooterPinned(page)
      await close()
      return { path: screen.name, onWide, onPhone }
    }),
  )
  expect(results.length).toBeGreaterThanOrEqual(4)
  expect(results).toEqual(results.map(({ path }) => ({ path, onWide: true, onPhone: true })))
})

/** The layout may take a frame to become stable. */
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
  const { page, close } = await visit(browser, environment, history, { language: 'ru', ...wide })
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
  await close()
})
