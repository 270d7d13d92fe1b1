/** The hub inside the sandbox's example game: in a frame, in a popup and in an app. */
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  accessibilityViolations,
  openBrowserWithThirdParties,
  untilClosed,
} from '../../environment/browser.ts'
import { waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { loginByEmail } from '../../steps/login.ts'
import { cancelPayment, payByCard } from '../../steps/payment.ts'

const t = translator('en')
const test = journey({
  isShared: true,
  openBrowser: () => openBrowserWithThirdParties('blocked'),
})
  .extend('openGame', ({ environment, page }) => async () => {
    await page.goto(`${environment.sandboxUrl}/example-game`)
    await page.getByText('Nothing yet.').waitFor()
    return page
  })
  /** Waits for the hub in the game's frame at a path. */
  .extend(
    'hubIn',
    ({ environment }) =>
      (game: Page, path: string): Promise<Frame> =>
        waitUntil(
          async () => game.frames().find((frame) => frame.url().startsWith(`${environment.hubUrl}${path}`)),
          `${path} in the frame`,
        ),
  )
  .extend('loggedIn', ({ player }) => ({ type: 'login', isError: false, data: { userId: player.userId } }))

const choose = (game: Page, mode: string) => game.getByRole('radio', { name: mode }).check()
const click = (game: Page, name: 'Sign in' | 'Buy') => game.getByRole('button', { name, exact: true }).click()

async function openPopup(game: Page, name: 'Sign in' | 'Buy'): Promise<Page> {
  const [popup] = await Promise.all([game.waitForEvent('popup'), click(game, name)])
  return popup
}

/** The game has received `count` results, and `result` last. */
async function expectReceived(game: Page, count: number, from: string, how: string, result: object) {
  const rows = game.locator('ul[aria-live=polite] li')
  await rows.nth(count - 1).waitFor()
  expect(await rows.count()).toBe(count)
  expect(await rows.first().getByRole('heading').textContent()).toBe(from + how)
  expect(JSON.parse((await rows.first().locator('pre').textContent()) ?? '')).toMatchObject(result)
}

const payment = (status: string) => ({ type: 'PAYMENT_RESULT', isError: status !== 'paid', data: { status } })
const closed = { type: 'closed', isError: false, data: null, errorCode: null }

/** The close button asks for confirmation, which can be declined. */
async function closeHub(hub: Page | Frame): Promise<void> {
  const close = hub.getByRole('button', { name: t('common:header.closeHub') })
  const question = hub.getByRole('dialog', { name: t('common:header.closeQuestion') })
  await close.click()
  await question.getByRole('button', { name: t('common:header.stay') }).click()
  await question.waitFor({ state: 'detached' })
  await close.click()
  await question.getByRole('button', { name: t('common:header.closeConfirm') }).click()
}

test('in a frame it reports the login, the result of a payment, and that it was closed after a confirmation', async ({
  environment,
  player,
  openGame,
  hubIn,
  loggedIn,
}) => {
  const game = await openGame()
  await click(game, 'Sign in')
  await loginByEmail(await hubIn(game, '/session/login'), 'en', player)
  await expectReceived(game, 1, environment.hubUrl, 'from the hub', loggedIn)
  await click(game, 'Buy')
  await payByCard(await hubIn(game, '/payments/process/'))
  await expectReceived(game, 2, environment.hubUrl, 'from the hub', payment('paid'))
  await click(game, 'Buy')
  const hub = await hubIn(game, '/payments/process/')
  await hub.getByRole('button', { name: /^Pay / }).waitFor()
  expect(await accessibilityViolations(game)).toEqual([])
  await closeHub(hub)
  await expectReceived(game, 3, environment.hubUrl, 'from the hub', closed)
  expect(await game.locator('iframe').count()).toBe(0)
})

test('in a popup it reports the same to its opener and closes', async ({
  environment,
  player,
  openGame,
  loggedIn,
}) => {
  const game = await openGame()
  await choose(game, 'In a popup')
  const first = await openPopup(game, 'Sign in')
  await untilClosed(first, () => loginByEmail(first, 'en', player))
  await expectReceived(game, 1, environment.hubUrl, 'from the hub', loggedIn)
  const second = await openPopup(game, 'Buy')
  await untilClosed(second, () => cancelPayment(second))
  await expectReceived(game, 2, environment.hubUrl, 'from the hub', payment('none'))
  const third = await openPopup(game, 'Buy')
  await untilClosed(third, () => closeHub(third))
  await expectReceived(game, 3, environment.hubUrl, 'from the hub', closed)
})

test('in an app the address of the hub tells that it was closed', async ({ environment, openGame }) => {
  const game = await openGame()
  await choose(game, 'In an app')
  await click(game, 'Sign in')
  await closeHub(game)
  await game.waitForURL(`${environment.hubUrl}/session/loginDone?result=*`)
  expect(JSON.parse(new URL(game.url()).searchParams.get('result') ?? '')).toEqual(closed)
})
