/** What a player sees when something does not arrive: the word for each cause, and the way on once it is mended. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../environment/browser.ts'
import { eventually, type World } from '../environment/test-environment.ts'
import { wordsIn } from '../environment/translator.ts'
import { type Screen, screens } from '../screens/screen-list.ts'
import { siteSteps } from '../screens/steps/site.ts'
import { startWorldWithSingleGame, visit } from '../screens/visit.ts'

let world: World
let browser: Browser
const words = wordsIn('en')

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorldWithSingleGame(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const screenNamed = (name: string) => screens.find((screen) => screen.name === name) as Screen
const goHome = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: words('common:header.home') })
    .click()

/** As a tab that comes back from a provider; the server knows nothing of its flow. */
const comeBack = async (page: Page) => {
  const flow = { id: 'a-flow-that-nobody-knows', verifier: 'v', method: 'google', purpose: 'sign-in' }
  await page.evaluate((kept) => sessionStorage.setItem('playhub-auth-flow', JSON.stringify(kept)), flow)
  await page.goto('/session/loginDone')
}

/** @property lost  The calls that do not arrive, where it is that. */
type Cause = { toast: string; at: Screen; lost?: string; by: (page: Page) => Promise<unknown> }

/** Each toast of the specification's list whose cause is a call that fails, and no other test stages. */
const causes: Cause[] = [
  {
    toast: 'GET_INITIAL_CONFIG_ERROR',
    at: screenNamed('prices'),
    lost: 'get-initial-config',
    by: (page) => page.goto('/session/login/email'),
  },
  { toast: 'GET_GAMES_DATA_ERROR', at: screenNamed('prices'), lost: 'find-games*', by: goHome },
  {
    toast: 'GET_GAME_DATA_ERROR',
    at: screenNamed('catalogue'),
    lost: 'get-game-data*',
    by: (page) => page.locator('main a[href="/games/en/islandm3/"]').first().click(),
  },
  {
    toast: 'GET_SINGLE_GAME_DATA_ERROR',
    at: {
      name: 'sign-in at a single game',
      who: 'guest',
      path: (scene) => siteSteps.singleGame(scene).replace('/games/en/', '/session/login'),
    },
    lost: 'get-single-game-data*',
    by: goHome,
  },
  {
    toast: 'GET_PRICES_CONTROL_ERROR',
    at: screenNamed('catalogue'),
    lost: 'get-prices*',
    by: (page) =>
      page
        .getByRole('banner')
        .getByRole('link', { name: words('common:header.prices') })
        .click(),
  },
  {
    toast: 'GET_RECEIPT_LINK_ERROR',
    at: screenNamed('transaction, opened'),
    lost: 'get-receipt-link*',
    by: (page) =>
      page
        .getByRole('button', { name: words('payments:history.receipt') })
        .first()
        .click(),
  },
  {
    toast: 'SET_USER_AUTH_STATE_ERROR',
    at: screenNamed('sign-in'),
    lost: 'set-user-auth-state',
    by: (page) => page.getByRole('button', { name: /Google/ }).click(),
  },
  {
    toast: 'CHECK_USER_AUTH_STATE_ERROR',
    at: screenNamed('sign-in'),
    lost: 'check-user-auth-state/*',
    by: comeBack,
  },
  { toast: 'SET_USER_AUTH_STATE_ID_NOT_FOUND', at: screenNamed('sign-in'), by: comeBack },
]

test.each(causes)('$toast is said when what it is about does not load', async ({ toast, at, lost, by }) => {
  const { page, context } = await visit(browser, world, at, { language: 'en', width: 1440 })
  if (lost) await page.route(`**/api/*/${lost}`, (route) => route.abort())
  await Promise.all([page.getByText(words(`errors:toast.${toast}`), { exact: true }).waitFor(), by(page)])
  await context.close()
})

test('a toast stays two seconds, and at most five stand at once', async () => {
  const { page, context } = await visit(browser, world, screenNamed('account menu'), {
    language: 'en',
    width: 1440,
  })
  const copy = page.getByRole('banner').getByRole('button', { name: words('common:header.copyId') })
  const toasts = page.locator('[data-sonner-toast]')
  // The first one brings the part of the client that shows them; from then on its time stands still.
  await copy.press('Enter')
  await toasts.first().waitFor()
  await page.clock.install()
  await toasts.first().waitFor({ state: 'detached' })
  await page.clock.pauseAt(Date.now() + 60_000)
  for (let shown = 1; shown <= 7; shown++) {
    await copy.press('Enter')
    await untilShown(page, shown)
  }
  const seen = page.locator('[data-sonner-toast][data-visible="true"]')
  expect(await seen.count()).toBe(5)
  await page.clock.runFor(1_500)
  expect(await seen.count()).toBe(5)
  await page.clock.runFor(1_000)
  await toasts.first().waitFor({ state: 'detached' })
  await context.close()
})

/** A toast shows itself by a timer that is due at once. */
function untilShown(page: Page, count: number): Promise<unknown> {
  return eventually(async () => {
    await page.clock.runFor(0)
    return (await page.locator('[data-sonner-toast]').count()) === count || undefined
  }, `${count} toasts`)
}

test('without a connection the page stays and says so; what was asked for comes by itself once it is back', async () => {
  const { page, context } = await visit(browser, world, screenNamed('catalogue'), {
    language: 'en',
    width: 360,
  })
  await context.setOffline(true)
  await page.getByText(words('common:offline')).waitFor()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: words('common:footer.prices') })
    .click()
  await page.getByRole('heading', { level: 1, name: words('errors:screen.offlineTitle') }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: words('prices:title') }).waitFor()
  await page.getByText(words('common:offline')).waitFor({ state: 'detached' })
  await context.close()
})
