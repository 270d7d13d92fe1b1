/** Every screen in both languages and themes: sound on a phone and on a wide screen, and the same as its baseline. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../environment/journey.ts'
import { compareWithBaseline } from './baselines.ts'
import { inspectScreen, phone, wide } from './inspect-screen.ts'
import type { Screen } from './screen.ts'
import { screens } from './screen-list.ts'
import { startScreensEnvironment, visit } from './visit.ts'

const test = journey({ start: startScreensEnvironment }).extend(
  'canvasPage',
  { scope: 'file' },
  ({ browser }) => browser.newPage(),
)

test.concurrent.for(screens)(
  '$name: sound, and like its baseline',
  async (screen, { browser, environment, canvasPage }) => {
    const [ru, en] = await Promise.all([
      inspectScreen(browser, environment, screen, 'ru'),
      inspectScreen(browser, environment, screen, 'en'),
    ])
    const tiles = [...ru.tiles, ...en.tiles]
    const changes = tiles.length > 0 ? await compareWithBaseline(canvasPage, screen.name, tiles) : []
    expect({ ru: ru.errors, en: en.errors, changes }).toEqual({ ru: [], en: [], changes: [] })
  },
)

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
