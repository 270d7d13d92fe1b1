/** A failed call, as the player sees it, and the page's recovery. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Tab } from '../../environment/browser.ts'
import { waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import type { Screen } from '../../screens/screen.ts'
import { screens } from '../../screens/screen-list.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { startScreensEnvironment, visit } from '../../screens/visit.ts'

const t = translator('en')

const test = journey({ start: startScreensEnvironment }).extend(
  'openScreen',
  ({ environment, browser }, { onCleanup }) =>
    async (screen: Screen, width = 1440): Promise<Tab> => {
      const tab = await visit(browser, environment, screen, { language: 'en', width })
      onCleanup(() => tab.close())
      return tab
    },
)

const screenNamed = (name: string) => screens.find((screen) => screen.name === name) as Screen
const goHome = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: t('common:header.home') })
    .click()

/** Returns from a provider with an unknown flow. */
const returnFromProvider = async (page: Page) => {
  const flow = { id: 'a-flow-that-nobody-knows', verifier: 'v', method: 'google', purpose: 'sign-in' }
  await page.evaluate((kept) => sessionStorage.setItem('playhub-auth-flow', JSON.stringify(kept)), flow)
  await page.goto('/session/loginDone')
}

/** @property aborted  Calls failing in the network. */
type Cause = { toast: string; at: Screen; aborted?: string; by: (page: Page) => Promise<unknown> }

/** The specification's toasts for failing calls, beside those covered elsewhere. */
const causes: Cause[] = [
  {
    toast: 'GET_INITIAL_CONFIG_ERROR',
    at: screenNamed('prices'),
    aborted: 'get-initial-config',
    by: (page) => page.goto('/session/login/email'),
  },
  { toast: 'GET_GAMES_DATA_ERROR', at: screenNamed('prices'), aborted: 'find-games*', by: goHome },
  {
    toast: 'GET_GAME_DATA_ERROR',
    at: screenNamed('catalogue'),
    aborted: 'get-game-data*',
    by: (page) => page.locator('main a[href="/games/en/islandm3/"]').first().click(),
  },
  {
    toast: 'GET_SINGLE_GAME_DATA_ERROR',
    at: {
      name: 'login at a single game',
      who: 'guest',
      path: (ctx) => siteSteps.singleGameUrl(ctx).replace('/games/{lng}/', '/session/login'),
    },
    aborted: 'get-single-game-data*',
    by: goHome,
  },
  {
    toast: 'GET_PRICES_CONTROL_ERROR',
    at: screenNamed('catalogue'),
    aborted: 'get-prices*',
    by: (page) =>
      page
        .getByRole('banner')
        .getByRole('link', { name: t('common:header.shop') })
        .click(),
  },
  {
    toast: 'SET_USER_AUTH_STATE_ERROR',
    at: screenNamed('login'),
    aborted: 'set-user-auth-state',
    by: (page) => page.getByRole('button', { name: /Google/ }).click(),
  },
  {
    toast: 'CHECK_USER_AUTH_STATE_ERROR',
    at: screenNamed('login'),
    aborted: 'check-user-auth-state/*',
    by: returnFromProvider,
  },
  { toast: 'SET_USER_AUTH_STATE_ID_NOT_FOUND', at: screenNamed('login'), by: returnFromProvider },
]

test.for(causes)(
  '$toast is shown when its call fails',
  async ({ toast, at, aborted, by }, { openScreen }) => {
    const { page } = await openScreen(at)
    if (aborted) await page.route(`**/api/*/${aborted}`, (route) => route.abort())
    await Promise.all([page.getByText(t(`errors:toast.${toast}`), { exact: true }).waitFor(), by(page)])
  },
)

test('a toast stays for two seconds, and at most five are shown at once', async ({ openScreen }) => {
  const { page } = await openScreen(screenNamed('account menu'))
  const copy = page.getByRole('banner').getByRole('button', { name: t('common:header.copyId') })
  const toasts = page.locator('[data-sonner-toast]')
  // The first toast loads the toaster. Then time stands still.
  await copy.press('Enter')
  await toasts.first().waitFor()
  await page.clock.install()
  await toasts.first().waitFor({ state: 'detached' })
  await page.clock.pauseAt(Date.now() + 60_000)
  for (let shown = 1; shown <= 7; shown++) {
    await copy.press('Enter')
    await untilShown(page, shown)
  }
  const visible = page.locator('[data-sonner-toast][data-visible="true"]')
  expect(await visible.count()).toBe(5)
  await page.clock.runFor(1_500)
  expect(await visible.count()).toBe(5)
  await page.clock.runFor(1_000)
  await toasts.first().waitFor({ state: 'detached' })
})

/** A 0 ms timer shows the toast. */
function untilShown(page: Page, count: number): Promise<unknown> {
  return waitUntil(async () => {
    await page.clock.runFor(0)
    return (await page.locator('[data-sonner-toast]').count()) === count || undefined
  }, `${count} toasts`)
}

test('without a connection the page stays with a message, and the requested page opens once it is back', async ({
  openScreen,
}) => {
  const { page, context } = await openScreen(screenNamed('catalogue'), 360)
  await context.setOffline(true)
  await page.getByText(t('common:offline')).waitFor()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('common:footer.prices') })
    .click()
  await page.getByRole('heading', { level: 1, name: t('errors:screen.offlineTitle') }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: t('prices:title') }).waitFor()
  await page.getByText(t('common:offline')).waitFor({ state: 'detached' })
})

test('a page that failed once opens by itself, although the hub responded all along', async ({
  openScreen,
}) => {
  const { page } = await openScreen(screenNamed('catalogue'))
  await page.route('**/api/*/get-prices*', (route) => route.abort(), { times: 1 })
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('common:footer.prices') })
    .click()
  await page.getByRole('heading', { level: 1, name: t('errors:screen.offlineTitle') }).waitFor()
  await page.getByRole('heading', { level: 1, name: t('prices:title') }).waitFor()
})

test('a page that retries by itself keeps the text of its button', async ({ openScreen }) => {
  const { page, requestedUrls } = await openScreen(screenNamed('page without a connection'))
  await page.evaluate(countBusyButtons)
  const isTry = (url: string) => url.includes('control/get-prices')
  const tries = requestedUrls.filter(isTry).length
  await waitUntil(async () => requestedUrls.filter(isTry).length > tries || undefined, 'a retry of the page')
  await page.getByRole('button', { name: t('common:retry') }).waitFor()
  expect(await page.evaluate(() => document.body.dataset.busyButtons)).toBe('0')
  await page.getByRole('button', { name: t('common:retry') }).click()
  await page.waitForFunction(() => document.body.dataset.busyButtons !== '0')
})

/** Runs in the page. */
function countBusyButtons(): void {
  let count = 0
  document.body.dataset.busyButtons = '0'
  new MutationObserver(() => {
    if (document.querySelector('button[aria-busy=true]')) count += 1
    document.body.dataset.busyButtons = String(count)
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
}
